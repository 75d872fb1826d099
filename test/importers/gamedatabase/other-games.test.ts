import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf } from '../../support/samples/gamedatabase.ts';
import { convertSource, writeSource } from '../../support/samples/sources.ts';

test('a row that has the id of another game of the file joins the rows of its own game', async () => {
  const [seasons, ages] = ['zeldanodensetsufushiginokinomidaichinoshou', 'zeldanodensetsufushiginokinomijikuunoshou'];
  const file = csvOf([
    { id: ages, title: 'Zelda no Densetsu: Fushigi no Kinomi: Jikū no Shō', region: 'Japan', date: '2001-02-27' },
    { id: seasons, title: 'The Legend of Zelda: Oracle of Ages', region: 'USA', date: '2001-05-14' },
    { id: seasons, title: 'The Legend of Zelda: Oracle of Seasons', region: 'USA', date: '2001-05-14' },
  ]);
  const { games } = await convertSource('gamedatabase', [writeSource({ 'console_nintendo_gameboycolor.csv': file })]);
  assert.deepEqual(
    games.map(({ key, title, ids }) => [key, title, ids?.gamedatabase]),
    [
      [`gamedatabase:game-boy-color/${seasons}`, 'The Legend of Zelda: Oracle of Seasons', [seasons]],
      [`gamedatabase:game-boy-color/${ages}`, 'The Legend of Zelda: Oracle of Ages', [ages]],
    ],
  );
});
