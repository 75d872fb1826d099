import type { Faults } from '../fault.ts';

export const MERGING_FAULTS: Faults = {
  'merging/merge/trusted-changes.ts': [['compareSources(known, source) < 0', 'true', 'merging/trusted-changes']],
  'merging/match/former-games.ts': [['b.votes - a.votes || a.since - b.since', 'a.since - b.since', 'merging/stories']],
  'merging/match/cluster-block.ts': [
    ['others.length === 0 && first.former.votes', 'first.former.votes', 'merging/stories'],
  ],
  'merging/match/attach.ts': [
    [
      'return layers.some(createsGames) ? followMatches(writer, bound.id) : undefined;',
      'return followMatches(writer, bound.id);',
      'merging/stories',
    ],
    ['const targetId = Math.min(...ids);', 'const targetId = Math.max(...ids);', 'merging/stories'],
    ['await revive(writer, gameId, affected);', '', 'merging/stories'],
  ],
  'merging/match/identify.ts': [
    ['createsGames(layer) || splits.has(layer.key)) continue;', 'createsGames(layer)) continue;', 'merging/stories'],
  ],
  'matching/compare.ts': [
    [
      "{ name: 'common title', weight: -4",
      "{ name: 'common title', weight: 0",
      'merging/identities',
      'matching/title-rules',
    ],
    [
      "{ name: 'known namesakes', weight: NEVER",
      "{ name: 'known namesakes', weight: 0",
      'matching/id-rules',
      'importers/mame/well-known',
    ],
  ],
  'matching/cluster.ts': [['link(a, c, never ?? compare', 'link(a, c, compare', 'matching/cluster']],
  'merging/merge/merge-layers.ts': [
    ['(value.num_votes ?? 0) > 0', 'true', 'merging/merge'],
    [
      'if (other.title === title || found.has(other.title)) continue;',
      'if (found.has(other.title)) continue;',
      'merging/merge',
    ],
  ],
  'merging/merge/merge-releases.ts': [
    ['known.delete(same);', '', 'merging/releases'],
    ['withoutCovered(value.releases ?? [])', '(value.releases ?? [])', 'merging/releases'],
  ],
  'merging/merge/covered-releases.ts': [
    [
      'const isMore = (other?.length ?? 0) > (known?.length ?? 0);',
      'const isMore = known === null;',
      'merging/releases',
    ],
    ['|| other?.startsWith(known)) ?', '|| other !== null) ?', 'merging/releases'],
    ['editionOf(release) === editionOf(other) &&', '', 'merging/releases'],
  ],
  'merging/merge/product-codes.ts': [['areas.includes(area));', 'true);', 'merging/releases']],
  'merging/load/assign-layers.ts': [
    ['const MAX_SHRINK = 0.05;', 'const MAX_SHRINK = 0.5;', 'merging/identities', 'merging/load'],
    ['source === layer.source && !vanished.has(other)', 'source === layer.source', 'merging/identities'],
  ],
  'merging/match/settle-group.ts': [['!taken.has(one) && ', '', 'merging/stories']],
  'merging/load/undo.ts': [
    ['if (hasEdits && isEdit(key)) continue;', '', 'merging/undo'],
    ['addGame(restored, before.gameId);', '', 'merging/undo'],
  ],
  'merging/merge/rebuild-games.ts': [
    [
      'const modifiedAt = before && (isSame || noTouch) ? before.modifiedAt : game.modifiedAt;',
      'const modifiedAt = before && noTouch ? before.modifiedAt : game.modifiedAt;',
      'merging/load',
      'merging/merge',
    ],
  ],
  'merging/load/load-layers.ts': [
    ['if (isChanged && pictureStore) checkPictures(line.images, pictureStore);', '', 'pictures/clean'],
  ],
  'merging/export/export-catalog.ts': [['!licences || licences.includes(source.licence)', 'true', 'merging/export']],
  'merging/work-claim.ts': [
    ['if (!isFree(before, now)) throw busy();', '', 'merging/data-dumps'],
    ['      if (!(await write())) throw busy();', '', 'merging/data-dumps'],
  ],
  'merging/export/make-dump.ts': [['leftOut.length === 0', 'leftOut.length >= 0', 'merging/data-dumps']],
  'merging/load/entries.ts': [['merged[field] ??= value', 'merged[field] = value', 'merging/merge', 'merging/load']],
  'merging/audit.ts': [['filter(({ isDecided }) => !isDecided)', 'filter(() => true)', 'merging/audit']],
  'merging/duplicates/duplicate-queue.ts': [
    ['known?.pairs.filter(({ isDecided }) => !isDecided)', 'known?.pairs', 'web/editor/duplicates'],
  ],
  'merging/edits/save-edit.ts': [
    [
      'if (resolved.pictures.length > 0) await commitOrRollBack(store, { dryRun: true }, beforeLoad);',
      '',
      'merging/edited-pictures',
    ],
    [
      'return wrong.length + refused.length > 0 ? [...wrong, ...refused] : resolved;',
      'return resolved;',
      'web/editor/editor-pictures',
      'merging/edited-pictures',
    ],
  ],
};
