import Type, { type TSchema } from 'typebox';
import { Game, GameBrief, Id, Nullable, Text } from './resources.ts';

const CHANGE_TYPES = ['created', 'updated', 'deleted', 'merged'] as const;

const change = {
  sequence: Type.Integer({ minimum: 1, description: 'Increases along the list and with every later change' }),
  type: Type.Enum(CHANGE_TYPES, { type: 'string', description: 'What happened; `created` also if the game came back' }),
  game_id: Id(),
  merged_into: Nullable(Id(), 'The game that this one redirects to now; null unless `type` is `merged`'),
  modified_at: Type.String({
    format: 'date-time',
    description: 'When the game was last modified, or when it was deleted or merged, in UTC',
  }),
};
const GAME_NOW = 'The game as it is now; null if it was deleted or merged';

export const Change = Type.Object(change, { description: 'The last change of a game' });
export type Change = Type.Static<typeof Change>;

export const BriefChange = Type.Object(
  { ...change, game: Nullable(GameBrief, GAME_NOW) },
  { description: 'A change with `format=brief`' },
);
export const GameChange = Type.Object(
  { ...change, game: Nullable(Game, GAME_NOW) },
  { description: 'A change with `format=normal`' },
);
export const AnyChange = Type.Object(
  {
    ...change,
    game: Type.Optional(Type.Union([Game, GameBrief, Type.Null()], { description: `${GAME_NOW}. Not with format=id` })),
  },
  { description: 'The last change of a game in the requested format' },
);

export const changeList = <T extends TSchema>(element: T) =>
  Type.Object({ changes: Type.Array(element), next: Text('The `since` of the next request') });
