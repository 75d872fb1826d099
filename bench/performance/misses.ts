/** Why requests and imports miss their targets, with the profiles that show it. Write it again when they change. */
export const MISSES = `The shares are those of CPU profiles with 10,000 games on a machine that was busy with other work (\`npm run bench:ceiling --
--profile FOLDER\`). They say where the time goes, not how much it is on an idle machine.

**Small repeated answers** (1.3 to 2.6 times the bare server, 1.5 wanted). The answer is kept whole, so nothing is parsed, read or
rendered, and with a known key it is sent in the turn that reads the request, without a promise or a timer. The lines of the log
are written once per turn: the stream measures all it has buffered at each write. Before these two changes one game took 74 µs
on this machine, now 49. A profile between the two shows what Ludex adds to the work of
the bare server: the log and the counts of /metrics and of the charts 17 %, finding the kept answer, its route and the key 9 %, the
listener that tells a long URL from long headers 6 %. The lines of the log take a third of that now, and most requests pass the
listener without being remembered, but it keeps Node from parsing without JavaScript.

**The counted key** of the table has a limit per hour and none per second. Since this run such keys are counted ahead,
so most of their requests need no write.

**Unknown keys** (4 times, 18 before). Each one is looked up in the store, so that an outage answers 503 and never 401. Building and
preparing the statement took 180 µs; now it is prepared once, and a look-up takes 10 µs. The HMAC under which a key is stored takes 8 µs.

**Pages that were never asked for** (\`normal\`: 10 times, 19 before; 4 wanted). Half of the rendering was the hash of
generated covers, which cards contain now. A page of 100 games takes 1.1 ms instead of 2.1 to read and render on the busy machine; reading
its 280 KB from SQLite is 0.4 ms of that, and most of the rest is copying and collecting it. Reading and joining bytes instead of texts was
no faster: Node allocates 100 buffers in more time than 100 strings. Brief pages and pages of ids, which the snapshot
answers, are expensive only in relation to 30 µs: parsing parameters, the links to other pages, the ETag.

**Drawn covers** (4 times, 9 before). The record of the game is read once for each snapshot instead of for each request. The rest is
the path of the site: Fastify with its hooks and router 15 %, the queue that lets calls of the API pass 8 %, the log 8 %.

**Pages of the site, cold.** A list counts the games of every value of its filters, and the pages are rendered from parsed records.

**Import** (859 s for 250,000 games beside other work, 601 s with the changes of this paragraph, also beside other work; 90 wanted). A game of this catalog has 7 KB of JSON. The profile is flat: SQL 17 %, merging 14 %, compression 11 %, filters and facets
6 %, hashes 5 %, garbage collection 4 %, marks 4 %, checks 4 %, and no other function above 2 %. So a large import uses a second core now: one thread
reads, checks and hashes lines, another one renders cards, filters and hashes, and the main thread merges and stores. With 10,000 games
it takes 16 s of CPU instead of 28 on a machine that is busy with other work, beside 9 s of the two threads; 100,000 games took 16
minutes at a load of 8 to 13 on two cores, but less than 5 minutes of CPU time in all threads. Lines are no longer read
to find their games. Compressing in these threads would save another twentieth, and merging in them an eighth, but merging gives ids to
derived entries in the order of games.

**Larger catalogs.** 100,000 games need 1,022 MB of disk, and 243 MB of memory before traffic. Their times are not in the tables, because
they could only be measured beside too much other work, and 1,000,000 games have not been measured at all: importing them would have
taken hours there.`;
