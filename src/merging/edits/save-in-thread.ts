import type { Config } from '../../config.ts';
import { threadFile } from '../../thread-file.ts';
import { openResidentThread } from '../resident-thread.ts';
import type { Edit, EditOutcome } from './edit.ts';

export interface SaveRequest {
  config: Config;
  edit: Edit;
}

const thread = openResidentThread<SaveRequest, EditOutcome>(threadFile('save-thread', import.meta.url));

/** Saves an edit in a worker thread, because a serving thread would answer nobody meanwhile. */
export function saveInThread(config: Config, edit: Edit): Promise<EditOutcome> {
  return thread.ask({ config, edit });
}

/** Starts the thread before it is needed: somebody opened the editor. */
export function prepareToSave(): void {
  thread.prepare();
}
