import type { Proposal } from './service-tables.ts';
import { insertion, type ServiceSql, type Value } from './sql.ts';

export type ProposalStore = ReturnType<typeof proposalStore>;

/** All but the picture, which is large. */
const PROPOSAL = `SELECT proposal_id, proposals.account_id, email, sent_at, edit, preview, state, decided_at, answer
  FROM proposals JOIN accounts ON accounts.account_id = proposals.account_id`;

type Decision = Pick<Proposal, 'state' | 'answer' | 'decidedAt'> & { decidedAt: number };

export function proposalStore(sql: ServiceSql) {
  const list = (where: string, ...values: Value[]): Promise<Proposal[]> =>
    sql.select(`${PROPOSAL} WHERE ${where}`, values);
  const count = async (where: string): Promise<number> =>
    (await sql.select<{ count: number }>(`SELECT count(*) AS count FROM proposals WHERE ${where}`))[0]?.count ?? 0;
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
    /** Decides one, or all of an account. False: none was open. A change that was accepted is saved, whatever was decided meanwhile. */
    decide: async (column: 'proposal_id' | 'account_id', id: number, { state, answer, decidedAt }: Decision) => {
      const set = 'state = ?, answer = ?, decided_at = ?, picture = NULL';
      const among = state === 'accepted' ? "<> 'accepted'" : "= 'open'";
      const text = `UPDATE proposals SET ${set} WHERE ${column} = ? AND state ${among}`;
      return (await sql.run(text, [state, answer, decidedAt, id])) > 0;
    },
  };
}
