import { test } from 'node:test';
import { newStore } from '../../support/samples/layers.ts';
import { STORIES, tell } from '../../support/samples/story.ts';

for (const [name, story] of STORIES) test(`in a mirror: ${name}`, async () => tell(story, await newStore()));
