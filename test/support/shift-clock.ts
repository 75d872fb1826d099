/** Preloaded by a program: shifts its clock by TEST_CLOCK_SHIFT_MS. */
const shiftMs = Number(process.env.TEST_CLOCK_SHIFT_MS);
const systemNow = Date.now;

globalThis.Date = class extends Date {
  constructor(...parts: []) {
    super(...(parts.length === 0 ? ([Date.now()] as unknown as []) : parts));
  }
  static override now(): number {
    return systemNow() + shiftMs;
  }
} as DateConstructor;
