/** Words for titles and texts, frequent ones first. */

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

export const NOUNS = list(`
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

export const ADJECTIVES = list(`
  Super Last Dark Lost Magic Little Great Final Ultimate Golden Red Black Secret Crazy Wild Mega Hidden Ancient Eternal
  Mighty Deadly Blue White Silver Iron Burning Frozen Silent Hollow Broken Fallen Rising Flying Dancing Jumping Running
  Haunted Cursed Forgotten Forbidden Sacred Holy Infernal Divine Royal Noble Brave Fearless Lonely Happy Funny Sleepy
  Hungry Angry Tiny Giant Big Small Long Short Deep High Low Hot Cold Warm Bright Pale Crimson Scarlet Azure Emerald
  Amber Violet Rusty Shiny Electric Atomic Cosmic Galactic Stellar Lunar Solar Digital Virtual Cyber Quantum Turbo Hyper
  Ultra Extreme Total Absolute Perfect True False New Old Young Modern Classic Real Strange Weird Odd Curious Perilous
`);

export const SYLLABLES = {
  begin: list('b br c ch d dr f fl g gr h j k kr l m n p r s sh st t th tr v w x y z'),
  middle: list('a e i o u a e i o ai ea ou y'),
  end: list('l n r s k m x th nd rk st sh ll ck d g p t z - - - - - - - -').map((end) => end.replace('-', '')),
};

/** Words for titles in other scripts. */
export const SCRIPTS = {
  japanese: list(`
    伝説 戦士 物語 冒険 勇者 魔法 王国 竜 剣 城 夜 月 星 空 海 森 山 風 炎 氷 影 光 闇 夢 心 魂 神 鬼 姫 王 学園 列車 戦争 世界 大戦
    探偵 事件 迷宮 宝石 時空 宇宙 銀河 機械 人形 少女 少年 忍者 侍 将軍 麻雀 将棋 野球 競馬 料理 音楽 祭り ドラゴン クエスト ファイター
    レーサー パズル ロボット スター バトル ヒーロー キャッスル ナイト プリンセス モンスター ダンジョン アドベンチャー ゴルフ テニス
    サッカー ワールド スーパー マジック ファイナル ミッション ストーリー の と たち まもの ひみつ ぼうけん`),
  cyrillic: list(`
    Легенда Тайна Замок Дракон Война Звезда Ночь Король Меч Город Остров Герой Башня Буря Тень Луна Огонь Космос Планета
    Лес Река Царство Рыцарь Маг Призрак Пират Океан Небо Мечта Сердце Камень Корона Охотник Воин Мастер Королева Волк
    Медведь Орёл Зима Весна Снег Лёд Гром Ветер Пустыня Гора Пещера Храм Деревня Дом Поезд Корабль Танк Шахматы Побег`),
  greek: list(`
    Θρύλος Μυστικό Κάστρο Δράκος Πόλεμος Αστέρι Νύχτα Βασιλιάς Σπαθί Πόλη Νησί Ήρωας Πύργος Σκιά Φεγγάρι Φωτιά Διάστημα
    Δάσος Ποτάμι Ιππότης Μάγος Πειρατής Ωκεανός Ουρανός Όνειρο Καρδιά Πέτρα Κυνηγός Χειμώνας Θάλασσα Βουνό Σπηλιά Ναός`),
  accented: list(`
    Été Île Château Légende Épée Forêt Étoile Mystère Énigme Créature Königin Märchen Schlüssel Dämonen Völker Brücke
    Grün Größe Señor Niño Corazón Dragón Misión Canción Montaña Coração Missão Fantástico Dragão Água Łowca Świat Gwiazdą
    Żelazo Přízrak Hvězda Říše Železo Øya Kjærlighet Ånd Björn Älva Sjö Göl Şehir Güneş Çocuk Mágia Tűz Erdő Città Pokój`),
};

/** Words for descriptions, about as repetitive as prose. */
export const PROSE = list(`
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
  night day winter summer year century legend destiny choice branch ending chapter mission quest task goal reward skill ability
  experience rank upgrade equipment inventory turn phase board card dice tile grid row column colour shape pattern rule hint
  editor option multiplayer cooperative versus online local split computer human original remake version series sequel prequel
  collection compilation expansion includes features offers supports requires allows based inspired set during known released
  short long simple complex strange ancient modern hidden dangerous peaceful famous unknown small large final special limited
`);

export const COUNTRIES = list(`
  United_States Japan Worldwide Germany United_Kingdom France Spain Italy Canada Australia Netherlands Sweden Poland Brazil
  South_Korea Russia Belgium Austria Switzerland New_Zealand Denmark Norway Finland Portugal Mexico Taiwan China Hong_Kong
  Czech_Republic Hungary Greece Turkey Ireland South_Africa Argentina India Singapore Israel Thailand Malaysia Indonesia
  Philippines Ukraine Romania Bulgaria Croatia Serbia Slovenia Slovakia Estonia Latvia Lithuania Iceland Luxembourg Malta
  Cyprus Chile Colombia Peru Uruguay Venezuela Ecuador Egypt Morocco Tunisia Kenya Nigeria Saudi_Arabia Kuwait Qatar Vietnam
  Bahrain Oman Lebanon Jordan Kazakhstan Belarus Georgia Armenia Albania Macedonia Panama Guatemala Honduras Bolivia Paraguay
`).map((name) => name.replaceAll('_', ' '));
