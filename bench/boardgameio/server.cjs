// A boardgame.io server with its own file storage and the trivial game of tests/support/tally.h.
const { Server, FlatFile, Origins } = require('boardgame.io/server');
const [, , port, folder] = process.argv;
const Tally = {
  name: 'tally',
  setup: () => ({ sum: 0 }),
  moves: { add: ({ G }, value) => { G.sum += value; } },
  turn: { minMoves: 1, maxMoves: 1 },
};
const server = Server({ games: [Tally], db: new FlatFile({ dir: folder }), origins: [Origins.LOCALHOST] });
// The lobby on a port of its own: with present versions of Koa it is not found on that of the game.
server.run({ port: Number(port), lobbyConfig: { apiPort: Number(port) + 1 } }, () => console.log('ready'));
