/** Loaded before a process of the site: its clock goes wrong by as much as it is told, as a machine's does before NTP mends it. */
let ahead = 0;
const Real = Date;

class JumpingDate extends Real {
  constructor(...given) {
    if (given.length > 0) super(...given);
    else super(Real.now() + ahead);
  }
  static now() {
    return Real.now() + ahead;
  }
}
globalThis.Date = JumpingDate;

process.on('message', ({ aheadMs }) => {
  ahead = aheadMs;
});
// Being told must not keep a process alive that is done.
process.channel?.unref();
