import { plainWords } from '../folding.ts';
import { readTable } from './tables.ts';

/** Words of lessons and drills in several languages: subjects, and what stands beside them (`Junior`, `Level`). */
const roles = new Map(readTable('school-subjects.tsv').map(([word = '', role = '']) => [word, role]));

/** Whether a title says nothing but a subject of schools: `Junior Maths 2`, `French Verbs`. */
export function isSchoolSubject(title: string): boolean {
  const words = plainWords(title).split(' ');
  return (
    words.some((word) => roles.get(word) === 'subject') && words.every((word) => roles.has(word) || /^\d+$/.test(word))
  );
}
