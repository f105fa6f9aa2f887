"""Every bound in one place: its unit in its name, its reason beside it.

The table in protocol/limits.md repeats those that peers must agree on; a test compares the two.
"""

from __future__ import annotations

# --- the table language ------------------------------------------------------------------------------------
SEATS_MIN = 2  # one alone needs no protocol
SEATS_MAX = 9  # Tortuga 1667 seats nine, the largest game planned

# --- joint randomness (protocol/randomness.md) ----------------------------------------------------------------
CHAIN_LENGTH = 4096  # beacons per game; a long game needs some hundreds, and growing the chain costs 6 ms
DICE_PER_ROLL_MAX = 8  # dice of one seat in one roll; Tortuga needs five
# Rolls per game, a power of two. Random players need 30, the longest bot games 120; growing the tree costs 13 ms.
DICE_ROLLS_MAX = 512

# --- the wire (protocol/framing.md) -----------------------------------------------------------------------------
FRAME_BYTES_MAX = 65_536  # payload of one frame; the largest message, a mix of 102 cards, is 18 kB
ENVELOPE_BYTES_MAX = 24_576  # with its signature; a mix of 128 cards has 21 kB, and two fit into evidence
PLAIN_DEPTH_MAX = 16  # lists inside lists; game states need five
PLAIN_ITEMS_MAX = 1024  # per list; ten times the largest deck, and even hostile nesting stays below 10 MB of memory
WORD_BYTES_MAX = 24  # names of kinds and lanes

# --- hidden things (protocol/hidden.md) ---------------------------------------------------------------------------
DECK_CARDS_MIN = 2  # a shuffle proof of one card proves nothing: one card is re-masked
DECK_CARDS_MAX = 128  # the largest planned pile has 102 cards; 128 with their proof are 21 kB, inside an envelope

# --- files and lines that a user hands to a command -----------------------------------------------------------------
OPTION_FILE_BYTES_MAX = 65_536  # a dice table has 1 kB, a position half of that
STORY_FILE_BYTES_MAX = 4_194_304  # a playthrough of a long game with every position has 100 kB
TRANSCRIPT_BYTES_MAX = 67_108_864  # a long game of four has 4 MB; a file is read as a whole

# --- the session (protocol/session.md) ----------------------------------------------------------------------------
NAME_BYTES_MAX = 48  # a player's name in UTF-8; twelve of the widest characters, 48 plain ones
OPTIONS_BYTES_MAX = 256  # of a game's terms, five times what Tortuga needs; evidence repeats them for every seat
MOVE_NUMBERS_MAX = 64  # integers in one move; an order of chests in Tortuga needs twelve
PROOF_BYTES_MAX = 16_384  # a shuffle proof of 128 cards is 12.6 kB
EVIDENCE_BYTES_MAX = 65_000  # fits into one frame; nine seats' agreement and two of the largest envelopes are 62.9 kB
PART_BYTES_MAX = 65_000  # pieces of envelopes in one part of a transcript: with their lengths they fit into a frame
STATE_BYTES_MAX = 26_000  # of a table; with nine seats and one envelope it fits there too; 128 cards have 21 kB
EARLY_STEPS_MAX = 32  # steps ahead of ours whose messages we keep; who is further behind asks for them again
UNREAD_ENVELOPES_MAX = 32  # of play, kept while we sit down; whoever is further ahead must wait for us anyway
SERVED_ENVELOPES_MAX = 64  # envelopes sent in reply to one want; the asker asks again for more
SERVED_BYTES_MAX = 262_144  # the same in bytes: twelve of the largest mixes, or some hundred usual envelopes
ANSWERS_MAX = 8  # questions of one neighbour that we answer between two announcements; an honest one has two or three
ACCUSATIONS_MAX = 4  # of one neighbour that proved nothing, in a game; an honest one sends none
VOTE_ATTEMPTS_MAX = 99  # removal votes in one step; each needs a person at every other seat
PATIENCE_DEFAULT_S = 180  # a table's patience where nobody says otherwise: time for a door bell, not for a dinner
HAVE_PERIOD_S = 2  # between two announcements of where we stand; a lost message costs one period

# --- the link (protocol/link.md) -------------------------------------------------------------------------------------
HANDSHAKE_S = 5  # TCP is there; TLS and both hellos must be through: ten times what a bad network needs
BEAT_PERIOD_S = 3  # after so long without a word of ours we say that we are there
SILENCE_S = 10  # a peer that says nothing for so long is away; 3 s was too tight at 30 % loss (research/network.md 4.2)
WRITE_S = 10  # one batch must be taken by the peer's machine within; else it does not read
CLOSE_S = 1  # for saying goodbye; whoever does not read it finds out by itself
TLS_ANSWERS_BYTES_MAX = 16_384  # TLS's own, unsent: 600 new keys that a peer asked for while we said nothing for 3 s
QUEUE_FRAMES_MAX = 1024  # waiting for one slow reader; sixteen times the answer to one want
QUEUE_BYTES_MAX = 4_194_304  # the same in bytes: twice the largest answer to one want
BATCH_BYTES_MAX = 65_536  # written at once; small frames share a packet
EVENTS_MAX = 64  # waiting for the node; behind them every reader waits, and so does its peer
HELLO_BYTES_MAX = 512  # the largest hello there can be has about 230
AGENT_BYTES_MAX = 48  # name and version of the other program
PLACES_MAX = 6  # addresses of one peer: two interfaces with IPv4 and IPv6, and some to spare
ACQUAINTANCES_MAX = 16  # peers in one exchange of addresses; a table has nine

# --- strangers, and whoever floods us ---------------------------------------------------------------------------------
HANDSHAKES_MAX = 32  # connections that have not yet proved who they are; each costs a file and 100 kB
HANDSHAKES_PER_HOST_MAX = 12  # of these from one address: eight bots on one machine may arrive at once
HANDSHAKES_PER_HOST_PER_S = 10  # lasting rate of one address; a handshake costs 3 ms of computing
HANDSHAKES_PER_HOST_BURST = 40  # before that rate counts: a table of nine on one machine starts with 36 links
HOSTS_REMEMBERED_MAX = 256  # addresses whose rate is kept; the longest quiet one is forgotten
STRANGERS_MAX = 32  # links with peers that are not of our table; guests in the lobby are such
STRANGERS_PER_HOST_MAX = 9  # of these from one address: a whole table on one machine
STRANGER_BYTES_PER_S = 65_536  # read from a stranger; a frame costs FRAME_COST_BYTES more than its length
STRANGER_BYTES_BURST = 262_144  # a guest's whole sitting down has some 20 kB
PEER_BYTES_PER_S = 1_048_576  # read from a peer of our table: ten times a game of four bots at full speed
PEER_BYTES_BURST = 8_388_608  # catching up a whole game is 4 MB
FRAME_COST_BYTES = 512  # what handling costs, in bytes: a flood of small frames is one too

# --- finding and dialling ---------------------------------------------------------------------------------------
CONNECT_S = 4  # for a TCP connection to one address
STAGGER_S = 0.2  # between the starts to two addresses of one peer
HANDICAP_S = 1  # the larger key waits so long before it redials, so that the smaller one's call comes first
BACKOFF_MIN_S = 0.25  # before the first repeated attempt; doubles with every failure ...
BACKOFF_MAX_S = 15  # ... up to this: somebody whose cable is back shall not wait for longer
TABLES_MAX = 64  # tables found at once; a LAN party has a dozen, a prankster announces thousands
TABLE_TTL_S = 60  # a table whose program was killed is listed for no longer
RESOLVE_S = 2  # for the details of one announced table
DISCOVERY_S = 5  # for starting and stopping discovery; where multicast does not work we go on without

# --- the node (what nodes say beside the session) -------------------------------------------------------------------
CHAT_BYTES_MAX = 400  # one line of chat: two lines of a wide terminal
SENTENCE_BYTES_MAX = 300  # why a guest is refused
ADDRESS_BYTES_MAX = 80  # host and port as text; a long IPv6 address with its zone is 60
ADDRESSES_MAX = 8  # places where one peer may be reached
TICK_MS = 250  # how often a session is told the time
SYNC_QUICK_S = 0.005  # a disk that took no longer is waited for in place: a thread would cost more, and nobody sees it
LOG_PERIOD_S = 1  # between two looks of a bot's log at the game; it is for people, who read it later
WISHES_MAX = 16  # of a person while the line is full: more than anybody types meanwhile
STAY_S = 15  # how long a finished program stays for others who miss something; longer than a silent link lives
WHY_STAY_S = 2  # after that it says for whom; usually all is done in less
RESTARTS_MAX = 5  # of one of our bots in a game: what has failed so often fails again
RESTART_S = 1  # before the first of them; doubles with every one, so that a machine out of memory gets time
LINGER_S = 5  # for bots of ours to end by themselves after a game
CHAT_KEPT_MAX = 200  # lines of chat and log that a node remembers for its screen
LOG_KEPT_MAX = 2_000
PASSWORD_TRIES_BURST = 16  # from one address before it is slowed down: eight guests on one machine, one slip each
PASSWORD_TRIES_PER_S = 0.1  # after that: some thousands a day; keys are free to make and do not count
LOBBY_WAIT_S = 10  # for an answer of the host; a slow disk and a password that is hard to try take less
SIT_WAIT_S = 30  # for sitting down once everybody was there; then somebody is not there after all
REJOIN_PAUSE_S = 2  # before a bot looks for its next table
REJOINS_MAX = 150  # looks for one table: five minutes, in which its host may look at the end of the last game
SELFPLAY_START_S = 30  # for a bot's process to open a table, on a machine that is busy with ten others
SELFPLAY_GAME_S = 600  # for a whole game of bots; a minute is usual under load
LOOK_AROUND_S = 3  # for tables on this network to show themselves; multicast DNS needs a second or two
OTHERS_MAY_FOLLOW_S = 0.5  # after the first table was seen; they all heard the same question

# --- bots that are programs (docs/writing-a-bot.md) -------------------------------------------------------------------
PROGRAM_START_S = 10  # for a program to say that it is ready; a virtual machine and a large model may be slow
PROGRAM_REPLY_S = 120  # for one decision: a table's patience is the shorter bound in play
PROGRAM_LINE_BYTES_MAX = 4_096  # one line of a program; a move is under a hundred
PROGRAM_LINES_MAX = 10_000  # of a program for one answer: eighty a second for as long as it may think
