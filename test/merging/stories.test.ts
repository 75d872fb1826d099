import { test } from 'node:test';
import { STORIES, tell } from '../support/samples/story.ts';

for (const [name, story] of STORIES) test(name, () => tell(story));
