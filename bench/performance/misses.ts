/** Why requests and imports miss their targets, with the profiles that show it. Write it again when they change. */
export const MISSES = `The shares are those of CPU profiles with 10,000 games (\`npm run bench:ceiling -- --profile FOLDER\`), many of them taken beside other
work. They say where the time goes, not how much it is on an idle machine.

**Small repeated answers** (1.0 to 1.4 times the bare server, 1.5 wanted, 1.6 to 2.4 before). The answer is kept whole, so nothing is
parsed, read or rendered. Programs that keep their connection send the same headers again and again, so Node parses only the first
request of a connection; the others are read and answered without its request and response
(docs/decisions/0075). The load of this page does that, too. A client that opens a connection for each request, or
sends other headers each time, pays about 20 µs more.

**The counted key** of the tables has a limit per hour and none per second, so that it is counted ahead and most of its requests
need no write. The keys of the plans \`free\` and \`commercial\` have a limit per second by default, and each of their requests is written.

**Large repeated pages** (1.05 to 1.3 times, 1.2 wanted). Writing 300 KB to the socket is most of them, for both servers. The one
page above 1.2, *title*, takes the same way as the others; its bare server was the fastest of all large pages in this run.

**Unknown keys** (1.7 times, 18 at first). Each one is looked up in the store, so that an outage answers 503 and never 401. The
statement is prepared once, the HMAC under which a key is stored is kept for the last 1,000 unknown keys, and so is the answer. The look-up in
SQLite is 6 % of what is left, and the promises and the connection of the query builder are about as much again.

**Pages that were never asked for** (\`normal\`: 9 times, 19 at first; 4 wanted. \`brief\`: 7 times, 11 before; 3 wanted). A page of 100
games in the \`normal\` format is read from SQLite, 280 KB of cards, which takes 0.4 ms, more than all that is wanted. Most of
the rest is copying and collecting it. Reading and joining bytes instead of texts was
no faster: Node allocates 100 buffers in more time than 100 strings, and one statement that joins the cards takes longer than 100 rows.
Of the CPU time without HTTP, SQLite is 36 %, a third of that reading from the file; encoding the page is 11 %, most of it putting texts
together in which the URL was inserted; a copy of the page 6 %, garbage collection 6 %, inserting the URL 5 %. Mapping the database into
memory would take a quarter from reading, but an error of the disk would end the process instead of one request.

Brief pages and pages of ids are answered by the snapshot, in the turn that reads the request and in one write. Writing 100 brief games
takes 40 µs: a third of it the slugs of about three titles with other letters than those of ASCII, 5 µs each, most of the rest
copying. Copying byte by byte was slower than four calls of \`set\` per game. Rendered games in the snapshot would take 29 MB more. Of a page of ids,
the write to the socket is 10 %, garbage collection 10 %, the ETag 3 %, and no other function more than 2 %.

**Drawn covers and thumbnails** (4 times; drawn covers 9 before). The record of the game is read once for each snapshot instead of for each request. The rest is
the path of the site: Fastify with its hooks and router 15 %, the queue that lets calls of the API pass 8 %, the log 8 %.

**Pages of the site, cold.** The first page of a list, and so each search, counts the games of every value of its filters; its other pages
share these counts (a page of all games took ten times as much before). Counting is a quarter of a search page. Its flags are tested
only for the games that the search found, which saves 16 to 21 %. Pages are rendered from parsed records.

**Import** (398 s for 250,000 games, and 304 s in another run of the same day; 90 wanted). A game of this catalog has 7 KB of JSON. The profile is flat: SQL 17 %, merging 14 %, compression 11 %, filters and facets
6 %, hashes 5 %, garbage collection 4 %, marks 4 %, checks 4 %, and no other function above 2 %. So a large import uses a second core now: one thread
reads, checks and hashes lines, another one renders cards, filters and hashes, and the main thread merges and stores. With 10,000 games
it took 16 s of CPU instead of 28, beside 9 s of the two threads. Lines are no longer read
to find their games. Compressing in these threads would save another twentieth, and merging in them an eighth, but merging gives ids to
derived entries in the order of games.

**Import into PostgreSQL** (754 s for 250,000 games on 2026-11-18, 180 wanted). The database runs on the same two cores. PostgreSQL stores one batch while the next
one is made, and lines that name a new game are looked for only if there are any; before that, each new game was a round trip, and 10,000 games took 42 s
instead of 35 on the busy machine. The main thread does the same work as with SQLite, but for compression; sending rows and reading them again is a tenth of it, garbage collection a seventh.

**First compression of a page.** It runs in other threads: of 4, 8 and 11 ms for zstd, gzip and br, 0.6, 0.7 and 1.3 ms are on the serving thread,
which also reads and sends the page. Small calls do not wait for it: beside pages that are compressed with br their p99 is 1.2 times that beside
uncompressed ones (0.7 times in another run).

**Searches** (title filter: p99 0.4 ms, 2.0 before, 0.1 wanted; search and suggest: 1.3 ms, 13 before, 1 wanted). Each text is searched once in each of ten rounds, and its shortest time counts. A letter is in up to 181,000
titles, and writing down their positions takes 0.5 ms; so do tens of thousands for two letters. *of the* is in 40,000 of the generated
titles: comparing the lists of its parts takes up to 1 ms. The slowest searches are for beginnings of words: *th* finds 14,000 games in
1.3 ms. Its profile is flat: uniting the lists of the words a third, adding points a quarter, sorting a quarter. Queries with
names that no title has take about 1 ms, 0.4 of them the walk through 322,000 words for typos. The first search in a snapshot that finds
only similar titles sorts all titles once in each thread, which takes about 15 ms on the busy machine and is not counted.

**Memory.** Of 310 MB before traffic, 65 MB are the program Node itself, 108 MB the snapshot, and 70 MB each serving thread. V8 may use 4 MB for
new objects of a second thread instead of 16, and collects garbage when the heap has grown by half. One arena of the C library
for all threads would save 15 MB, and a garbage collection after the start saves nothing. After traffic,
the caches are full, 128 MB by default, and V8 keeps what 64 connections needed at the same time.

**Start** (1.1 s in this run; four starts after it took 0.75 to 0.85 s, and once 1.6 s when the system had to read the files; 1 s wanted). Nearly as
long with 10,000 games: most of it is loading the program. The first start after an import takes three seconds longer,
because the index is built or completed, and written to its file.

**Two threads** (1.5 times the CPU of one, 1.1 wanted). The load comes from the same two cores, so with two serving threads three
busy threads share them and their caches, and requests arrive one by one instead of several at a time. Before requests were answered
without Node's HTTP objects the load was the smaller part of the work, and it was 1.2 times. It is the same with more memory for new
objects. A machine with more cores is needed to tell what two threads cost by themselves.`;
