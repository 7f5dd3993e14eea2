// The server's time on this machine, estimated as NTP does (RFC 5905, clock filter): of the last few pongs
// the one with the shortest round trip counts. A late frame spoils one estimate and not those after it.

const KEPT = 8;

// Two clocks drift apart by up to 0.1 ms a second, so an old sample is known that much less exactly.
const DRIFT = 1e-4;

// The machine's two clocks disagree by more than this only if it slept or somebody set its time.
const APART = 250;

export class ServerTime {
  // `local`: the machine's time in ms; `steady`: a clock that nobody sets.
  constructor(local = () => Date.now(), steady = () => performance.now()) {
    Object.assign(this, { local, steady, samples: [], offset: -Infinity });
    this.apart = local() - steady();
  }

  now() {
    return this.local() + (this.offset === -Infinity ? 0 : this.offset);
  }

  // Milliseconds by which `now` may be wrong, whatever the network did.
  get error() {
    return this.best ? this.distance(this.best) : Infinity;
  }

  // The server sent `now` some time ago, so it is later there already. Until there is a pong, the frame with
  // the least delay gives the best estimate.
  hint(now) {
    this.check();
    if (this.samples.length === 0) this.offset = Math.max(this.offset, now - this.local());
  }

  // The server said `now` in answer to what was sent at `sent`: half a round trip ago, give or take the
  // other half.
  hear({ sent, now }) {
    this.check();
    const at = this.local();
    const trip = at - sent;
    if (!(trip >= 0)) return;
    this.samples = [...this.samples, { at, trip, offset: now + trip / 2 - at }].slice(-KEPT);
    this.offset = this.best.offset;
  }

  get best() {
    return this.samples.reduce((one, other) => (one && this.distance(one) < this.distance(other) ? one : other), null);
  }

  distance({ at, trip }) {
    return trip / 2 + (this.local() - at) * DRIFT;
  }

  // After a sleep, or when the clock was set, older samples are wrong.
  check() {
    const apart = this.local() - this.steady();
    if (Math.abs(apart - this.apart) <= APART) return;
    this.apart = apart;
    this.samples = [];
    this.offset = -Infinity;
  }
}
