import assert from 'node:assert/strict';
import type { Edit, EditOutcome } from '../../../src/merging/edits/edit.ts';
import { saveEdit } from '../../../src/merging/edits/save-edit.ts';
import type { Store } from '../../../src/store/store.ts';
import { followed } from './layers.ts';

type Action = Edit extends infer E ? (E extends Edit ? Omit<E, 'by' | 'now' | 'why' | 'seen'> : never) : never;
let now = 10_000;

/** An edit by account 3 in the browser, a moment after the last one. */
export function edit(
  store: Store,
  action: Action,
  more: Partial<Edit> = {},
  mediaFolder?: string,
): Promise<EditOutcome> {
  const whole = { by: 3, now: now++, why: 'It is so.', seen: [], ...action, ...more } as Edit;
  return followed(store, () => saveEdit(store, whole, mediaFolder));
}

/** Returns the key of the correction. */
export async function save(...given: Parameters<typeof edit>): Promise<string> {
  const outcome = await edit(...given);
  assert.equal(outcome.status, 'saved', JSON.stringify(outcome));
  return outcome.status === 'saved' ? (outcome.keys[0] as string) : '';
}
