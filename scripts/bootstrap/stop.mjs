// Thrown when the bootstrap cannot go on and knows why: the message is for a person, no stack is printed.

export class Stop extends Error {
  /**
   * @param {string} message
   * @param {NodeJS.Signals | null} signal set when a signal stopped us, so that we end by the same signal
   */
  constructor(message, signal = null) {
    super(message);
    this.signal = signal;
  }
}
