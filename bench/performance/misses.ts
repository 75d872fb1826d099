/** Why requests and imports miss their targets, with the profiles that show it. Write it again when they change. */
export const MISSES = `The shares are those of CPU profiles with 10,000 games on a machine that was busy with other work (\`npm run bench:ceiling --
--profile FOLDER\`). They say where the time goes, not how much it is on an idle machine.

**Small repeated answers** (1.6 to 2.4 times the bare server, 1.5 wanted). The answer is kept whole, so nothing is parsed, read or
rendered, and with a known key it is sent in the turn that reads the request, without a promise or a timer. The lines of the log
are written once per turn: the stream measures all it has buffered at each write. Before these two changes one game took 74 µs
on this machine, now 44. A profile between the two shows what Ludex adds to the work of
the bare server: the log and the counts of /metrics and of the charts 17 %, finding the kept answer, its route and the key 9 %, the
listener that tells a long URL from long headers 6 %. The lines of the log take a third of that now, and most requests pass the
listener without being remembered, but it keeps Node from parsing without JavaScript.

**The counted key** of the tables has a limit per hour and none per second, so that it is counted ahead and most of its requests
need no write. The keys of the plans \`free\` and \`commercial\` have a limit per second by default, and each of their requests is written.

**Large repeated pages** (1.2 to 1.4 times, 1.2 wanted). They add the same 20 to 30 µs as the small ones to a larger answer.

**Unknown keys** (5 times, 18 before). Each one is looked up in the store, so that an outage answers 503 and never 401. Building and
preparing the statement took 180 µs; now it is prepared once, and a look-up takes 10 µs. The HMAC under which a key is stored was 13 % of
the CPU time; since the measurement of the table it is kept for the last 1,000 unknown keys, which saves 14 to 18 % of such a request on
the busy machine. The look-up itself is 8 %, and the promises and the connection of the query builder are about as much again.

**Pages that were never asked for** (\`normal\`: 11 times, 19 before; 4 wanted). Half of the rendering was the hash of
generated covers, which cards contain now. A page of 100 games takes 1.1 ms instead of 2.1 to read and render on the busy machine; reading
its 280 KB from SQLite is 0.4 ms of that, and most of the rest is copying and collecting it. Reading and joining bytes instead of texts was
no faster: Node allocates 100 buffers in more time than 100 strings, and one statement that joins the cards takes longer than 100 rows.
Of the CPU time without HTTP, SQLite is 36 %, a third of that reading from the file; encoding the page is 11 %, most of it putting texts
together in which the URL was inserted; a copy of the page 6 %, garbage collection 6 %, inserting the URL 5 %. Mapping the database into
memory would take a quarter from reading, but an error of the disk would end the process instead of one request.

Brief pages and pages of ids are answered by the snapshot. Since the measurement of the table they are made and sent in the turn that
reads the request, in one write; only parameters that were sent are parsed; titles are written in one pass. Versions in turn on the
busy machine, the cheapest rounds: ids 112 µs instead of 149, brief 222 instead of 326. Of a page of ids, the write to the socket is now
11 %, the handler 40 %: finding the games 12 %, the list itself 6 %, the ETag 5 %, the links to other pages 3 %.

**Drawn covers** (4 times, 9 before). The record of the game is read once for each snapshot instead of for each request. The rest is
the path of the site: Fastify with its hooks and router 15 %, the queue that lets calls of the API pass 8 %, the log 8 %.

**Pages of the site, cold.** The first page of a list, and so each search, counts the games of every value of its filters; its other pages
share these counts (a page of all games took ten times as much before). Counting is a quarter of a search page. Its flags are tested
only for the games that the search found, which saves 16 to 21 %. Pages are rendered from parsed records.

**Import** (450 s for 250,000 games, 90 wanted). A game of this catalog has 7 KB of JSON. The profile is flat: SQL 17 %, merging 14 %, compression 11 %, filters and facets
6 %, hashes 5 %, garbage collection 4 %, marks 4 %, checks 4 %, and no other function above 2 %. So a large import uses a second core now: one thread
reads, checks and hashes lines, another one renders cards, filters and hashes, and the main thread merges and stores. With 10,000 games
it takes 16 s of CPU instead of 28 on a machine that is busy with other work, beside 9 s of the two threads; 100,000 games took 16
minutes at a load of 8 to 13 on two cores, but less than 5 minutes of CPU time in all threads. Lines are no longer read
to find their games. Compressing in these threads would save another twentieth, and merging in them an eighth, but merging gives ids to
derived entries in the order of games.

**Import into PostgreSQL** (754 s for 250,000 games on 2026-11-18, 180 wanted). The database runs on the same two cores. PostgreSQL stores one batch while the next
one is made, and lines that name a new game are looked for only if there are any; before that, each new game was a round trip, and 10,000 games took 42 s
instead of 35 on the busy machine. The main thread does the same work as with SQLite, but for compression; sending rows and reading them again is a tenth of it, garbage collection a seventh.

**First compression of a page.** It runs in other threads, measured on 2026-11-18: of 5, 9 and 14 ms for zstd, gzip and br, 0.7, 1.0 and 1.7 ms are on the serving thread,
which also reads and sends the page. Small calls do not wait for it: beside pages that are compressed with br their p99 is 0.7 times that beside uncompressed ones, of which more are served.

**Searches** (title filter: p99 0.4 ms, 2.0 before, 0.1 wanted; search and suggest: 1.7 ms, 13 before, 1 wanted). Each text is searched once in each of ten rounds, and its shortest time counts. A letter is in up to 181,000
titles, and writing down their positions takes 0.5 ms; so do tens of thousands for two letters. *of the* is in 40,000 of the generated
titles: comparing the lists of its parts takes up to 1 ms. The slowest searches are for beginnings of words: *th* finds 14,000 games in
1.3 ms. Its profile is flat: uniting the lists of the words a third, adding points a quarter, sorting a quarter. Queries with
names that no title has take about 1 ms, 0.4 of them the walk through 322,000 words for typos. The first search in a snapshot that finds
only similar titles sorts all titles once in each thread, which takes about 15 ms on the busy machine and is not counted.

**Memory.** Of 310 MB before traffic, 65 MB are the program Node itself, 108 MB the snapshot, and 70 MB each serving thread. V8 may use 4 MB for
new objects of a second thread instead of 16, and collects garbage when the heap has grown by half. After traffic,
the caches are full, 128 MB by default, and V8 keeps what 64 connections needed at the same time.

**Start** takes as long with 10,000 games: most of it is loading the program. The first start after an import takes three seconds longer,
because the index is built or completed, and written to its file.

**Two threads** (1.2 times the CPU of one, 1.1 wanted). The load comes from the same two cores, so with two serving threads three
busy threads share them and their caches. It is the same with more memory for new objects.

**100,000 and 1,000,000 games** were measured after the others, in data folders that an earlier version had written.`;
