// Plays the trivial game on a boardgame.io server: PORT TABLES SECONDS. A move counts when its player has the new state.
const { io } = require('socket.io-client');
const [, , port, tables, seconds] = process.argv.map((x, i) => (i > 1 ? Number(x) : x));
const base = `http://127.0.0.1:${port}`;
const post = async (path, body) => (await fetch(`http://127.0.0.1:${port + 1}${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })).json();

let moves = 0, running = true;
const latencies = [];

async function table() {
  const { matchID } = await post('/games/tally/create', { numPlayers: 2 });
  for (const playerID of ['0', '1']) {
    const { playerCredentials } = await post(`/games/tally/${matchID}/join`, { playerID, playerName: 'load' });
    const socket = io(`${base}/tally`, { transports: ['websocket'] });
    let sent = 0;
    const act = (state) => {
      if (!running || state.ctx.currentPlayer !== playerID) return;
      sent = performance.now();
      socket.emit('update', { type: 'MAKE_MOVE', payload: { type: 'add', args: [1], playerID, credentials: playerCredentials } }, state._stateID, matchID, playerID);
    };
    const seen = (state) => {
      if (sent) { ++moves; latencies.push(performance.now() - sent); sent = 0; }
      act(state);
    };
    socket.on('connect', () => socket.emit('sync', matchID, playerID, playerCredentials, 2));
    socket.on('sync', (id, info) => act(info.state));
    socket.on('update', (id, state) => seen(state));
  }
}

(async () => {
  for (let i = 0; i < tables; ++i) await table();
  moves = 0;
  latencies.length = 0;
  const began = performance.now();
  setTimeout(() => {
    running = false;
    const spent = (performance.now() - began) / 1000;
    latencies.sort((a, b) => a - b);
    const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))];
    console.log(JSON.stringify({ moves, per_second: Math.round(moves / spent), ms: { p50: at(0.5), p99: at(0.99) } }));
    process.exit(0);
  }, seconds * 1000);
})();
