// One socket to the house: asks are answered, looks are folded, and a lost line is taken up again.
const random = (bytes) => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
export const newId = () => random(16);
export const newToken = () => random(32);

export async function post(address, body) {
  const answer = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) throw said;
  return said;
}

export class Line {
  constructor(table, heard, lost) {
    Object.assign(this, { table, heard, lost, looks: new Map(), last: new Map(), asks: new Map(), closed: false });
    this.open();
  }

  open() {
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`);
    this.socket.onopen = () => {
      const since = this.last.size ? Math.min(...this.last.values()) : null;
      this.send({ do: "join", id: newId(), table: this.table, since });
      for (const ask of this.asks.values()) this.send(ask.body);
    };
    this.socket.onmessage = ({ data }) => data.split("\n").forEach((line) => this.take(JSON.parse(line)));
    this.socket.onclose = () => {
      if (this.closed) return;
      this.lost();
      setTimeout(() => this.open(), 1000 + 1000 * Math.random());
    };
  }

  send(body) { this.socket.send(JSON.stringify(body)); }

  // Asked again under the same id after a lost line: the house does it once.
  ask(body) {
    return new Promise((done, refused) => {
      const ask = { id: newId(), table: this.table, ...body };
      this.asks.set(ask.id, { body: ask, done, refused });
      if (this.socket.readyState === WebSocket.OPEN) this.send(ask);
    });
  }

  take(message) {
    if (message.is === "done" || message.is === "refused") {
      const ask = this.asks.get(message.re);
      this.asks.delete(message.re);
      ask?.[message.is](message);
    } else if (message.is === "fresh") {
      this.looks.set(message.seat, message.look);
      this.keep(message, message.look);
    } else if (message.is === "update") {
      const { look, change } = { look: this.looks.get(message.seat), change: message.change };
      if (!look || message.n <= this.last.get(message.seat)) return;
      Object.assign(look.info, change.info);
      Object.assign(look.view, change.view, change.own);
      look.legal = change.legal ?? look.legal;
      this.keep(message, change);
    }
  }

  keep(message, change) {
    this.last.set(message.seat, message.n);
    this.heard(message.seat, message.n, change);
  }

  close() { this.closed = true; this.socket.close(); }
}
