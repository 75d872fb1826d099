import type { Random } from '../../src/catalog/search/random.ts';
import { distribution, draw, drawCount, pick, zipf } from './random.ts';

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Words for titles, frequent ones first. */
const NOUNS = list(`
  World Quest War Star Adventure Dragon Battle Legend Night King Space Blade City Island Castle Hero Tower Storm Shadow
  Moon Fire Racer Dungeon Puzzle Soccer Empire Garden Ninja Robot Planet Forest River Kingdom Knight Wizard Ghost Zombie
  Pirate Ocean Sky Dream Heart Stone Sword Crown Shield Hunter Runner Ranger Rider Fighter Soldier Warrior Master Lord
  Queen Prince Princess Girl Boy Cat Dog Wolf Bear Tiger Eagle Raven Spider Snake Monkey Dinosaur Monster Demon Angel God
  Soul Spirit Mind Blood Bone Skull Death Life Light Dark Sun Dawn Dusk Winter Summer Spring Autumn Snow Ice Rain Thunder
  Wind Earth Water Desert Mountain Valley Cave Mine Tomb Temple Palace Village Town House Mansion Hotel School Hospital
  Farm Ranch Market Shop Bakery Kitchen Restaurant Cafe Circus Carnival Museum Library Station Harbor Lighthouse Train Ship
  Boat Submarine Plane Helicopter Rocket Tank Truck Car Bike Kart Rally Grand Derby League Cup Champion Tournament Golf
  Tennis Baseball Basketball Hockey Boxing Wrestling Bowling Billiards Darts Chess Checkers Solitaire Poker Casino Pinball
  Blocks Bricks Bubbles Gems Jewels Coins Cards Dice Marbles Words Numbers Math Alphabet Music Rhythm Dance Song Guitar
  Drum Piano Band Concert Movie Theater Detective Mystery Murder Secret Clue Crime Police Thief Heist Escape Prison Agent
  Spy Mission Operation Command Force Squad Patrol Commando Sniper Fleet Armada Frontier Colony Galaxy Universe Cosmos
  Orbit Meteor Comet Nebula Alien Invader Android Cyborg Machine Engine Circuit Laser Neon Pixel Arcade Chronicle Saga Tale
  Story Myth Prophecy Destiny Fate Fortune Treasure Relic Artifact Ring Amulet Crystal Orb Scroll Book Page Letter Map
  Compass Key Gate Door Wall Bridge Road Path Trail Maze Labyrinth Arena Colosseum Fortress Bastion Citadel Throne Realm
  Land Frost Flame Ember Ash Dust Smoke Mist Fog Cloud Echo Whisper Silence Scream Rage Fury Wrath Vengeance Revenge Honor
  Glory Courage Hope Despair Chaos Order Balance Harmony Rebellion Revolution Uprising Invasion Conquest Siege Crusade
`);

const SYLLABLES = {
  begin: list('b br c ch d dr f fl g gr h j k kr l m n p r s sh st t th tr v w x y z'),
  middle: list('a e i o u a e i o ai ea ou y'),
  end: list('l n r s k m x th nd rk st sh ll ck d g p t z - - - - - - - -').map((end) => end.replace('-', '')),
};

const JAPANESE = list(`
  伝説 戦士 物語 冒険 勇者 魔法 王国 竜 剣 城 夜 月 星 空 海 森 山 風 炎 氷 影 光 闇 夢 心 魂 神 鬼 姫 王 学園 列車 戦争 世界 大戦
  探偵 事件 迷宮 宝石 時空 宇宙 銀河 機械 人形 少女 少年 忍者 侍 将軍 麻雀 将棋 野球 競馬 料理 音楽 祭り ドラゴン クエスト ファイター
  レーサー パズル ロボット スター バトル ヒーロー キャッスル ナイト プリンセス モンスター ダンジョン アドベンチャー ゴルフ テニス
  サッカー ワールド スーパー マジック ファイナル ミッション ストーリー の と たち まもの ひみつ ぼうけん
`);

const ACCENTED = list(`
  Été Île Château Légende Épée Forêt Étoile Mystère Énigme Créature Königin Märchen Schlüssel Dämonen Völker Brücke
  Grün Größe Señor Niño Corazón Dragón Misión Canción Montaña Coração Missão Fantástico Dragão Água Łowca Świat Gwiazdą
  Żelazo Přízrak Hvězda Říše Železo Øya Kjærlighet Ånd Björn Älva Sjö Göl Şehir Güneş Çocuk Mágia Tűz Erdő Città Pokój
`);

/** Words for descriptions, about as repetitive as prose. */
const PROSE = list(`
  the a of and to in the player is with by for on as from that must can at an into each are his her their this be one through
  levels game enemies which time has between before while when after or up have other new more different where it who must
  characters weapons story mode world points against collect reach choose move side rooms stages opponents items power way
  first two three four several many few all every some own another next last only also until around along behind across
  under over down back together alone again once never always quickly slowly carefully controls takes finds fights solves
  builds explores defeats rescues travels leads protects discovers gathers avoids unlocks earns spends repairs trains races
  jumps climbs swims flies shoots throws casts trades talks steals hides escapes returns begins ends city castle island forest
  planet ship train village tower dungeon cave desert mountain river ocean kingdom army crew family friends villagers soldiers
  robots monsters dragons ghosts pirates knights wizards king queen princess captain detective thief merchant farmer pilot
  driver team league season match tournament track car vehicle engine fuel armor sword bow magic spells potion key door map
  treasure gold gems coins resources food wood stone iron energy health shield bonus score clock timer lives difficulty screen
  view picture sound music puzzle riddle clue mystery secret plan attack defence victory defeat war peace history future past
`);

/** Length of a title, from measured titles. Slightly lowered, because words overshoot. */
const TITLE = distribution({ 0: 3, 10: 7, 50: 15, 90: 34, 99: 50, 100: 60 });
const LONGEST_TITLE = 65;
const [SHARE_JAPANESE, SHARE_ACCENTED] = [0.015, 0.015];
const nounAt = zipf(NOUNS.length, 0.8, 5);

/** A main title. */
export function writeTitle(random: Random): string {
  const share = random();
  if (share < SHARE_JAPANESE) return japaneseTitle(random);
  const title = asciiTitle(random, draw(random, TITLE));
  const isAccented = share < SHARE_JAPANESE + SHARE_ACCENTED;
  return isAccented ? `${pick(random, ACCENTED)} ${title}`.slice(0, LONGEST_TITLE).trim() : title;
}

export function japaneseTitle(random: Random): string {
  return Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(random, JAPANESE)).join('');
}

/** A made-up name, probably unique, which makes titles as varied as real ones. */
export function inventName(random: Random, syllables: number): string {
  let name = '';
  for (let i = 0; i < syllables; i++) {
    name += pick(random, SYLLABLES.begin) + pick(random, SYLLABLES.middle) + pick(random, SYLLABLES.end);
  }
  return (name[0] as string).toUpperCase() + name.slice(1);
}

/** Short titles are made-up names: words of the list would soon repeat. */
function asciiTitle(random: Random, length: number): string {
  let title = length < 14 ? inventName(random, Math.max(1, Math.round(length / 3.5))) : writeWord(random);
  while (title.length + 3 < length) {
    const joint = pick(random, ['', '', '', '', ':', ' of the']);
    const longer = `${title}${joint} ${writeWord(random)}`;
    if (longer.length > LONGEST_TITLE) break;
    title = longer;
  }
  return length > 7 && title.length < 60 && random() < 0.12 ? `${title} ${2 + Math.floor(random() * 4)}` : title;
}

function writeWord(random: Random): string {
  return random() < 0.35 ? inventName(random, 1 + Math.floor(random() * 2.5)) : (NOUNS[nounAt(random)] as string);
}

/** Length of a description: log-normal around 600 characters. */
const DESCRIPTION = distribution({ 0: 40, 10: 210, 50: 600, 90: 1700, 99: 4000, 100: 15_000 });
const CAPTION = distribution({ 0: 6, 10: 18, 50: 40, 90: 81, 99: 120, 100: 250 });

const proseAt = zipf(PROSE.length, 0.9, 4);

export function writeDescription(random: Random): string {
  return writeSentences(random, drawCount(random, DESCRIPTION));
}

export function writeCaption(random: Random): string {
  return writeSentence(random, drawCount(random, CAPTION)).slice(0, -1);
}

export function writeSentences(random: Random, length: number): string {
  const sentences: string[] = [];
  for (let left = length; left > 0; left -= (sentences.at(-1) as string).length + 1)
    sentences.push(writeSentence(random, Math.min(left, 40 + random() * 120)));
  return sentences.join(' ');
}

function writeSentence(random: Random, length: number): string {
  const first = pick(random, PROSE);
  let text = (first[0] as string).toUpperCase() + first.slice(1);
  while (text.length + 4 < length) text += `${random() < 0.06 ? ',' : ''} ${PROSE[proseAt(random)]}`;
  return `${text}.`;
}
