import type { Proposal } from './service-tables.ts';
import { insertion, type ServiceSql, type Value } from './sql.ts';

export type ProposalStore = ReturnType<typeof proposalStore>;

/** All but the picture, which is large. */
const PROPOSAL = `SELECT proposal_id, proposals.account_id, email, sent_at, edit, preview, state, decided_at, answer
  FROM proposals JOIN accounts ON accounts.account_id = proposals.account_id`;

/** An operator whose server died while it accepted a proposal keeps others from it for so long. */
const CLAIM_MS = 60_000;
const IS_FREE = "state = 'open' AND (decided_at IS NULL OR decided_at < ?)";

type Decision = Pick<Proposal, 'state' | 'answer' | 'decidedAt'> & { decidedAt: number };

export function proposalStore(sql: ServiceSql) {
  const list = (where: string, ...values: Value[]): Promise<Proposal[]> =>
    sql.select(`${PROPOSAL} WHERE ${where}`, values);
  const count = async (where: string): Promise<number> =>
    (await sql.select<{ count: number }>(`SELECT count(*) AS count FROM proposals WHERE ${where}`))[0]?.count ?? 0;
  /** Whether there was one to change. */
  const change = async (set: string, where: string, ...values: Value[]): Promise<boolean> =>
    (await sql.run(`UPDATE proposals SET ${set} WHERE ${where}`, values)) > 0;
  return {
    add: async (
      proposal: Pick<Proposal, 'accountId' | 'sentAt' | 'edit' | 'preview'> & { picture: Uint8Array | null },
    ): Promise<void> => {
      await sql.run(...insertion('proposals', { ...proposal, state: 'open' }));
    },
    find: async (proposalId: number): Promise<Proposal | undefined> => (await list('proposal_id = ?', proposalId))[0],
    findPicture: async (proposalId: number): Promise<Uint8Array | undefined> => {
      const text = 'SELECT picture FROM proposals WHERE proposal_id = ?';
      return (await sql.select<{ picture: Uint8Array | null }>(text, [proposalId]))[0]?.picture ?? undefined;
    },
    /** The oldest first. */
    listOpen: (limit: number) => list("state = 'open' ORDER BY proposal_id LIMIT ?", limit),
    listByAccount: (accountId: number, limit: number) =>
      list('proposals.account_id = ? ORDER BY proposal_id DESC LIMIT ?', accountId, limit),
    countOpen: () => count("state = 'open'"),
    countPictures: () => count("state = 'open' AND picture IS NOT NULL"),
    /** Of several operators who accept a proposal at once, only one gets true. It then accepts or releases it. */
    claim: (proposalId: number, now: number) =>
      change('decided_at = ?', `proposal_id = ? AND ${IS_FREE}`, now, proposalId, now - CLAIM_MS),
    release: (proposalId: number, claimedAt: number) =>
      change('decided_at = NULL', "proposal_id = ? AND state = 'open' AND decided_at = ?", proposalId, claimedAt),
    accept: (proposalId: number, claimedAt: number) =>
      change("state = 'accepted', picture = NULL", 'proposal_id = ? AND decided_at = ?', proposalId, claimedAt),
    /** Refuses or withdraws one, or all of an account. False: none was open, or it is being accepted. */
    reject: (column: 'proposal_id' | 'account_id', id: number, { state, answer, decidedAt }: Decision) => {
      const set = 'state = ?, answer = ?, decided_at = ?, picture = NULL';
      return change(set, `${column} = ? AND ${IS_FREE}`, state, answer, decidedAt, id, decidedAt - CLAIM_MS);
    },
  };
}
