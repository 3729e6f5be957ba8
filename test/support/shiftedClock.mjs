/** Loaded before a process: its machine's clock is off by CLOCK_SHIFT_MS. */
const shift = Number(process.env.CLOCK_SHIFT_MS)
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + shift] : given))
  }
  static now() {
    return RealDate.now() + shift
  }
}
