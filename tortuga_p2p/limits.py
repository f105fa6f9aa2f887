"""Every bound in one place: its unit in its name, its reason beside it.

The table in protocol/limits.md repeats those that peers must agree on; a test compares the two.
"""

from __future__ import annotations

# --- the table language ------------------------------------------------------------------------------------
SEATS_MIN = 2  # one alone needs no protocol
SEATS_MAX = 9  # the largest game that we know of for such tables

# --- joint randomness (protocol/randomness.md) ----------------------------------------------------------------
CHAIN_LENGTH = 4096  # beacons per game; a long game needs some hundreds, and growing the chain costs 6 ms
DICE_PER_ROLL_MAX = 8  # dice of one seat in one roll; a game of dice that we know needs five
# Rolls per game, a power of two. Random players need 30, the longest bot games 120; growing the tree costs 13 ms.
DICE_ROLLS_MAX = 512

# --- the wire (protocol/framing.md) -----------------------------------------------------------------------------
FRAME_BYTES_MAX = 65_536  # payload of one frame; the largest message, a mix of 102 cards, is 18 kB
ENVELOPE_BYTES_MAX = 23_552  # with its signature; a mix of 128 cards has 21 kB, and two fit into evidence
PLAIN_DEPTH_MAX = 16  # lists inside lists; game states need five
PLAIN_ITEMS_MAX = 1024  # per list; ten times the largest deck, and even hostile nesting stays below 10 MB of memory
WORD_BYTES_MAX = 24  # names of kinds and lanes

# --- hidden things (protocol/hidden.md) ---------------------------------------------------------------------------
DECK_CARDS_MIN = 2  # a shuffle proof of one card proves nothing: one card is re-masked
DECK_CARDS_MAX = 128  # the largest planned pile has 102 cards; 128 with their proof are 21 kB, inside an envelope
DISTINCT_CARDS_MAX = 64  # of a distinct pile: after a removal deck, copies and tags must fit into a state together

# --- files and lines that a user hands to a command -----------------------------------------------------------------
OPTION_FILE_BYTES_MAX = 65_536  # a dice table has 1 kB, a position half of that
STORY_FILE_BYTES_MAX = 4_194_304  # a playthrough of a long game with every position has 100 kB
EXPORTED_MOVES_MAX = 5_000  # legal moves listed in one line of an export; of more only the number is told
MEETINGS_MAX = 100_000  # whose files `verify` remembers, to compare those of one meeting: some 20 MB
COMPARED_FILES_MAX = 32  # of one meeting: a table has nine, and their friends keep copies
TRANSCRIPT_BYTES_MAX = 67_108_864  # a long game of four has 4 MB; a file is read as a whole

# --- the session (protocol/session.md) ----------------------------------------------------------------------------
NAME_BYTES_MAX = 48  # a player's name in UTF-8; twelve of the widest characters, 48 plain ones
OPTIONS_BYTES_MAX = 512  # of the terms; boards or a deck of one's own need 300; evidence repeats them for each seat
MOVE_NUMBERS_MAX = 64  # integers in one move; the longest that we know of, an order of things, has twelve
PROOF_BYTES_MAX = 16_384  # a shuffle proof of 128 cards is 12.6 kB
EVIDENCE_BYTES_MAX = 60_000  # fits into one frame; nine seats' agreement, the largest state and envelope: 58.4 kB
PART_BYTES_MAX = 65_000  # pieces of envelopes in one part of a transcript: with their lengths they fit into a frame
STATE_BYTES_MAX = 24_000  # of a table; with nine seats and one envelope it fits there too; 128 cards have 21 kB
EARLY_STEPS_MAX = 32  # steps ahead of ours whose messages we keep; who is further behind asks for them again
UNREAD_ENVELOPES_MAX = 32  # of play, kept while we sit down; whoever is further ahead must wait for us anyway
SERVED_ENVELOPES_MAX = 64  # envelopes sent in reply to one want; the asker asks again for more
SERVED_BYTES_MAX = 262_144  # the same in bytes: twelve of the largest mixes, or some hundred usual envelopes
ANSWERS_MAX = 8  # questions of one neighbour that we answer between two announcements; an honest one has two or three
ACCUSATIONS_MAX = 4  # of one neighbour that proved nothing, in a game; an honest one sends none
VOTE_ATTEMPTS_MAX = 999  # removal votes in one step; each needs a person at every other seat
ATTEMPT_LEAD_MAX = 8  # how far ahead of our own last vote the number of somebody else may draw us; absurd ones do not
LEAVING_WORDS_MAX = 48  # of one other seat, kept in one step: 24 votes with both their words; honest seats need a few
WITHDRAWALS_KEPT_MAX = 8  # of one seat, of a closed step: with one late message it may withdraw several votes
PATIENCE_DEFAULT_S = 180  # a table's patience where nobody says otherwise: time for a door bell, not for a dinner
PROPOSALS_MAX = 3  # to end the game by agreement, of one seat in a game: whoever asks more often annoys
WISH_S = 120  # how long such a proposal stands: time to read it, and to finish a move
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
HANDSHAKES_EXPECTED_MAX = 32  # besides, from where a peer of our table is known to be: no stranger takes these
FIRST_BYTES_S = 2  # TCP is there; the first bytes of TLS must come: a lost packet is sent again within a second
HANDSHAKES_PER_HOST_MAX = 12  # of these from one address: eight bots on one machine may arrive at once
HANDSHAKES_PER_HOST_PER_S = 10  # lasting rate of one address; a handshake costs 3 ms of computing
HANDSHAKES_PER_HOST_BURST = 40  # before that rate counts: a table of nine on one machine starts with 36 links
HOSTS_REMEMBERED_MAX = 256  # addresses whose rate is kept; the longest quiet one is forgotten
STRANGERS_MAX = 32  # links with peers that are not of our table; guests in the lobby are such
STRANGERS_PER_HOST_MAX = 9  # of these from one address: a whole table on one machine
STRANGER_STAY_S = 600  # a guest that has not sat down by then makes room; nobody thinks about a seat for longer
STRANGER_BYTES_PER_S = 65_536  # read from a stranger; a frame costs FRAME_COST_BYTES more than its length
STRANGER_BYTES_BURST = 262_144  # a guest's whole sitting down has some 20 kB
PEER_BYTES_PER_S = 1_048_576  # read from a peer of our table: ten times a game of four bots at full speed
PEER_BYTES_BURST = 8_388_608  # catching up a whole game is 4 MB
FRAME_COST_BYTES = 512  # what handling costs, in bytes: a flood of small frames is one too

# --- finding and dialling ---------------------------------------------------------------------------------------
CALLS_MAX = 3  # of a host we want to join: on a line that loses a fifth, one call in twenty finds nobody there
CALL_AGAIN_S = 12  # no other round begins after that: somebody waits to hear that nobody answers
CONNECT_S = 4  # for a TCP connection to one address
STAGGER_S = 0.2  # between the starts to two addresses of one peer
HANDICAP_S = 1  # the larger key waits so long before it redials, so that the smaller one's call comes first
BACKOFF_MIN_S = 0.25  # before the first repeated attempt; doubles with every failure ...
BACKOFF_MAX_S = 15  # ... up to this: somebody whose cable is back shall not wait for longer
TABLES_MAX = 64  # tables found at once; a LAN party has a dozen, a prankster announces thousands
OPTIONS_TOLD_BYTES_MAX = 240  # of a table on the network: with its key it fits into one string of DNS, 255 bytes
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
VOUCH_STEPS = 8  # closed between two marks in a journal: so many are judged again at most, and marks are 1 % of it
LOG_PERIOD_S = 1  # between two looks of a bot's log at the game; it is for people, who read it later
WISHES_MAX = 16  # of a person while the line is full: more than anybody types meanwhile
STAY_S = 15  # how long a finished program stays for others who miss something; longer than a silent link lives
WHY_STAY_S = 2  # after that it says for whom; usually all is done in less
TAKE_OVER_S = 20  # for a program that plays in our place to let go: its links, its files and its bots take a few
RING_LOOK_S = 0.1  # between two looks whether it has
RESTARTS_MAX = 5  # of one of our bots in a game: what has failed so often fails again
RESTART_S = 1  # before the first of them; doubles with every one, so that a machine out of memory gets time
LINGER_S = 5  # for bots of ours to end by themselves after a game
SMALL_TALK_BYTES_MAX = CHAT_BYTES_MAX + 80  # a word at a table as it is passed on: a line of chat and its frame
RELAYED_KEPT_MAX = 256  # words of small talk that are known again when they come by another way: a few seconds of nine
CLAIM_NUMBERS_MAX = 8  # numbers of one claim: a kind, and what it is about
CLAIM_NUMBER_MAX = 65_535  # the largest of them; no game has more of anything to speak of
CLAIMS_KEPT_MAX = 200  # claims that a node remembers for notes and bots, the newest
CHAT_KEPT_MAX = 200  # lines of chat and log that a node remembers for its screen
LOG_KEPT_MAX = 2_000
PASSWORD_TRIES_BURST = 16  # from one address before it is slowed down: eight guests on one machine, one slip each
WAKING_S = 4  # who was started again decides nothing for so long, while somebody may still come up and tell
WAKING_LINKED_S = 8  # after the last link came up: who has not told by then may never do
KNOWN_NAMES_MAX = 500  # people whose keys are remembered; the longest ago are forgotten first
KNOWN_KEYS_PER_NAME_MAX = 8  # machines of one person, or people of one name
KNOWN_KEYS_BYTES_MAX = 2_000_000  # of the file about them: all names and keys there may be have 1.2 MB
PASSWORD_TRIES_PER_S = 0.1  # after that: some thousands a day; keys are free to make and do not count
LOBBY_WAIT_S = 10  # for an answer of the host; a slow disk and a password that is hard to try take less
SIT_WAIT_S = 30  # for sitting down once everybody was there; then somebody is not there after all
REJOIN_PAUSE_S = 2  # before a bot looks for its next table
REJOINS_MAX = 150  # looks for one table: five minutes, in which its host may look at the end of the last game
FILES_AHEAD = 8  # handed to each core before it is done with the last: enough that none waits, whatever their sizes
SELFPLAY_START_S = 30  # for a bot's process to open a table, on a machine that is busy with ten others
SELFPLAY_GAME_S = 600  # for a whole game of bots; a minute is usual under load
LOOK_AROUND_S = 3  # for tables on this network to show themselves; multicast DNS needs a second or two
OTHERS_MAY_FOLLOW_S = 0.5  # after the first table was seen; they all heard the same question

# --- people at a screen or at plain lines ---------------------------------------------------------------------------
FORCED_PAUSE_MAX_S = 20.0  # nobody is kept waiting longer for a choice that was none
THOUGHTS_KEPT_MAX = 12  # how long somebody thought before real choices: enough to look alike, and to follow a mood
FORCED_PAUSE_S = 1.5  # a person's choice takes longer than a program's: a seal that comes at once would say too much
SIGNAL_S = 0.02  # for a signal that came while something else ended us: the system has it already, or there is none
ALIVE_PERIOD_S = 5.0  # between two signs of life that keys and typed lines give
MENU_MOVES_MAX = 200  # moves that line mode lists one by one; more are asked step by step: nobody hears them all
HURRY_S = 10  # of all that the clock of a table leaves for a decision: from then on it is told, and shown in alarm
WARNING_S = 30  # before a table's patience with us ends, somebody should be told

# --- bots that are programs (docs/writing-a-bot.md) -------------------------------------------------------------------
PROGRAM_START_S = 10  # for a program to say that it is ready; a virtual machine and a large model may be slow
PROGRAM_REPLY_S = 120  # for one decision: a table's patience is the shorter bound in play
PROGRAM_LINE_BYTES_MAX = 4_096  # one line of a program; a move is under a hundred
PROGRAM_LINES_MAX = 10_000  # of a program for one answer: eighty a second for as long as it may think
