import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balance, breakText, countLines } from '../../src/covers/break-lines.ts';
import { splitTitle } from '../../src/covers/set-text.ts';

test('lines can break between words, after hyphens of compounds, and between words of scripts without spaces', () => {
  const cases: [title: string, pieces: string[]][] = [
    ['Super Mario Bros. 3', ['Super', 'Mario', 'Bros.', '3']],
    ['Counter-Strike', ['Counter-', 'Strike']],
    ['R-Type', ['R-Type']],
    ['Pac-Man', ['Pac-', 'Man']],
    ['S.T.A.L.K.E.R.', ['S.T.A.L.K.E.R.']],
    ['「東京」へようこそ！', ['「東京」', 'へ', 'ようこそ！']],
    ['ドラゴンクエスト', ['ドラゴン', 'クエスト']],
    ['원숭이 섬의 비밀', ['원숭이', '섬의', '비밀']],
    ['', []],
  ];
  for (const [title, pieces] of cases) {
    assert.deepEqual(
      breakText(title).map(({ text }) => text),
      pieces,
    );
  }
});

test('lines have similar lengths, and bad breaks are avoided', () => {
  const cases: [title: string, width: number, lines: string[]][] = [
    ['aaaa bbbb cccc dddd', 14, ['aaaa bbbb', 'cccc dddd']],
    ['Alone in the Dark', 13, ['Alone', 'in the Dark']],
    ['Super Mario Bros. 3', 17, ['Super Mario', 'Bros. 3']],
    ['Ms. Pac-Man', 9, ['Ms.', 'Pac-Man']],
    ['aaaaaa bbbbbb c', 13, ['aaaaaa', 'bbbbbb c']],
  ];
  for (const [title, width, lines] of cases) assert.deepEqual(setMonospaced(title, width), lines, title);
});

test('a word that is wider than the line does not fit', () => {
  assert.equal(countLines(measured('aaaaaaaa bb'), 5), undefined);
});

test('a subtitle follows a colon or a dash between spaces, or is in brackets at the end', () => {
  const cases: [title: string, parts: string[]][] = [
    ['Castlevania: Symphony of the Night', ['Castlevania', 'Symphony of the Night']],
    ['三國志：全面戰爭', ['三國志', '全面戰爭']],
    ['Uru – Ages – Myst', ['Uru', 'Ages – Myst']],
    ['Dune - The Battle for Arrakis', ['Dune', 'The Battle for Arrakis']],
    ['東方紅魔郷 ～ the Embodiment', ['東方紅魔郷', 'the Embodiment']],
    ['Doom (2016)', ['Doom', '(2016)']],
    ['Half-Life 2', ['Half-Life 2']],
    ['12:00', ['12:00']],
    [': :', [': :']],
  ];
  for (const [title, parts] of cases) assert.deepEqual(splitTitle(title), parts);
});

function measured(title: string) {
  return breakText(title).map((piece) => ({
    ...piece,
    width: piece.text.length,
    advance: piece.text.length + piece.gap.length,
  }));
}

function setMonospaced(title: string, width: number): string[] {
  const pieces = measured(title);
  const starts = balance(pieces, countLines(pieces, width) ?? 0, width) ?? [];
  return starts.map((start, i) =>
    pieces
      .slice(start, starts[i + 1])
      .map(({ text, gap }) => text + gap)
      .join('')
      .trimEnd(),
  );
}
