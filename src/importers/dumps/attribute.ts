import { slugOf } from '../../catalog/slug.ts';

export interface Attribute {
  key: string;
  attribute_name: string;
  attribute_category_name: string;
}

/** Every attribute is one object, however many games have it. */
const made = new Map<string, Attribute>();

export function attributeOf(category: string, name: string): Attribute {
  const key = `attribute:${slugOf(category)}/${slugOf(name)}`;
  const attribute = made.get(key) ?? { key, attribute_name: name, attribute_category_name: category };
  made.set(key, attribute);
  return attribute;
}

/** How many can play, from one to the number that a source gives. */
export function playersAttribute(players: number): Attribute {
  return attributeOf('Number of Players Supported', players === 1 ? '1 Player' : `1-${players} Players`);
}
