import { test } from 'node:test';
import { STORIES } from '../support/samples/stories.ts';
import { tell } from '../support/samples/story.ts';

for (const [name, story] of STORIES) test(name, () => tell(story));
