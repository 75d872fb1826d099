import { countProposal } from '../../accounts/throttle.ts';
import type { EditOutcome, ProposedEdit } from '../../merging/edits/edit.ts';
import { workInThread } from '../../merging/work-in-thread.ts';
import { formatDuration } from '../kit/format.ts';
import type { SignedInRequest } from '../kit/page.ts';

/** Where a proposal leads. */
export const PROPOSED = '/profile/proposals?done=proposed';

/** In characters. */
const MAX_LENGTH = 64 * 1024;
/** Those that wait take up to half a gigabyte of the store. */
const MAX_PICTURES = 100;

/** Stores an edit that breaks no rule, for an operator to accept. */
export async function propose({ app, account, address }: SignedInRequest, edit: ProposedEdit): Promise<EditOutcome> {
  const { proposals } = app.store;
  const [picture] = edit.change.addPictures ?? [];
  const text = JSON.stringify(edit, (name, value) => (name === 'bytes' ? undefined : value));
  if (text.length > MAX_LENGTH)
    return { status: 'refused', problems: [{ path: '', message: 'This is too much for one proposal.' }] };
  const waitMs = await countProposal(app, account.accountId, address);
  if (waitMs > 0) return limited(`you sent many proposals; wait ${formatDuration(waitMs)} and try again`);
  if (picture && (await proposals.countPictures()) >= MAX_PICTURES)
    return limited('many pictures are waiting for an operator; try again in a few days');
  const checked = await workInThread({ config: app.config, kind: 'check', edit });
  if (checked.status !== 'checked') return checked;
  const own = { accountId: account.accountId, sentAt: app.clock(), picture: picture?.bytes ?? null };
  await proposals.add({ ...own, edit: text, preview: JSON.stringify(checked.preview) });
  return { status: 'saved', keys: [] };
}

function limited(message: string): EditOutcome {
  return { status: 'limited', message };
}
