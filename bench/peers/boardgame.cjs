// A peer for `make bench`: a card table on boardgame.io's own server (Socket.IO, in memory), with the players' moves of
// the same kind: draw a card unseen by the others, discard one. `serve` serves it; `play PORT LOBBY TABLES MOVES RATE` opens
// five clients a table, moves at a fixed rate and prints as JSON the milliseconds from each move to the last screen.

const PLAYERS = 5;

const setup = ({ random }) => {
  const faces = [..."SHDC"].flatMap((suit) => Array.from({ length: 13 }, (_, rank) => `${rank + 1}${suit}`));
  const stock = random.Shuffle([...faces, ...faces, ...faces]);
  const hands = Object.fromEntries(Array.from({ length: PLAYERS }, (_, seat) => [seat, stock.splice(0, 11)]));
  return { pile: [stock.pop()], secret: { stock }, players: hands };
};

const { ActivePlayers, PlayerView } = require("boardgame.io/core");
const game = {
  name: "rummy",
  setup,
  playerView: PlayerView.STRIP_SECRETS,
  turn: { activePlayers: ActivePlayers.ALL }, // whose turn it is the script knows
  moves: {
    draw: {
      client: false, // only the server knows the card
      move: ({ G, playerID }) => void G.players[playerID].push(G.secret.stock.pop()),
    },
    discard: ({ G, playerID }) => void G.pile.push(G.players[playerID].shift()),
  },
};

const serve = async () => {
  const { Server, Origins } = require("boardgame.io/server");
  const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
  // Two ports: with today's Koa its lobby does not answer beside the games.
  const { appServer, apiServer } = await server.run({ port: 0, lobbyConfig: { apiPort: "0" } });
  process.stderr.write(`PORTS ${appServer.address().port} ${apiServer.address().port}\n`);
};

const json = async (url, body) =>
  (await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A match with its five clients, each of which shows it. */
const seated = async (server, lobby) => {
  const { Client } = require("boardgame.io/client");
  const { SocketIO } = require("boardgame.io/multiplayer");
  const { matchID } = await json(`${lobby}/games/rummy/create`, { numPlayers: PLAYERS });
  const clients = [];
  for (let seat = 0; seat < PLAYERS; seat += 1) {
    const playerID = String(seat);
    const { playerCredentials } = await json(`${lobby}/games/rummy/${matchID}/join`, { playerID, playerName: `P${seat}` });
    const client = Client({
      game, numPlayers: PLAYERS, matchID, playerID, credentials: playerCredentials, debug: false,
      multiplayer: SocketIO({ server }),
    });
    client.start();
    clients.push(client);
  }
  while (clients.some((client) => client.getState() === null)) await sleep(5);
  return { clients, made: 0 };
};

/** One move; milliseconds until every client shows it. */
const move = async ({ clients }, number) => {
  const next = clients[0].getState()._stateID + 1;
  const mover = clients[Math.floor(number / 2) % PLAYERS];
  const start = performance.now();
  if (number % 2 === 0) mover.moves.draw();
  else mover.moves.discard();
  while (clients.some((client) => client.getState()._stateID < next)) await sleep(1);
  return performance.now() - start;
};

const play = async (port, lobbyPort, tables, moves, rate) => {
  const server = `http://localhost:${port}`;
  const lobby = `http://localhost:${lobbyPort}`;
  const matches = [];
  for (let one = 0; one < tables; one += 1) matches.push(await seated(server, lobby));
  process.stdout.write("READY\n");
  await new Promise((resolve) => process.stdin.once("data", resolve));
  const taken = [];
  const last = matches.map(() => Promise.resolve());
  const begin = performance.now();
  for (let number = 0; number < moves; number += 1) {
    await sleep(Math.max(0, begin + (number * 1000) / rate - performance.now()));
    const place = number % tables;
    last[place] = last[place].then(async () => {
      taken.push(await move(matches[place], matches[place].made));
      matches[place].made += 1;
    });
  }
  await Promise.all(last);
  process.stdout.write(`${JSON.stringify(taken)}\n`, () => process.exit());
};

const [what, ...numbers] = process.argv.slice(2);
if (what === "serve") serve();
else play(...numbers.map(Number));
