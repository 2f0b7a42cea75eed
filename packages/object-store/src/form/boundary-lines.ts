/** What may stand between a boundary and the end of its line: nothing, or the two hyphens of the last one (RFC 2046, 5.1.1). */
const AFTER_BOUNDARY_BYTES = 2;

/**
 * Checks that every boundary of a form is alone on its line. Dicer takes text behind a boundary for a header of the part, so that
 * two readers of one form could see different parts. Costs a search for each piece, 0.1 s of CPU for a GiB.
 */
export class BoundaryLines {
  readonly #delimiter: Buffer;
  /** The end of what was read: a boundary that begins there is not complete. The form itself begins a line. */
  #tail: Buffer = Buffer.from('\r\n');
  #over = false;

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  /** Takes the next piece of the form. Returns false if a boundary is followed by something else on its line. */
  accepts(piece: Buffer): boolean {
    if (this.#over) return true;
    const needed = this.#delimiter.length + AFTER_BOUNDARY_BYTES - 1;
    const joint = Buffer.concat([this.#tail, piece.subarray(0, needed)]);
    const accepted = this.#check(joint, this.#tail.length) && this.#check(piece, piece.length);
    // Copied, because the piece may be used again by its owner.
    this.#tail = piece.length >= needed ? Buffer.from(piece.subarray(-needed)) : joint.subarray(-needed);
    return accepted;
  }

  /** Looks at the boundaries that begin before `end` and that are complete in `bytes`. */
  #check(bytes: Buffer, end: number): boolean {
    for (let at = bytes.indexOf(this.#delimiter); at >= 0 && at < end && !this.#over; ) {
      const next = at + this.#delimiter.length;
      const after = bytes.toString('latin1', next, next + AFTER_BOUNDARY_BYTES);
      if (after.length === AFTER_BOUNDARY_BYTES) {
        // Whatever follows the last boundary is not part of the form.
        if (after === '--') this.#over = true;
        else if (after !== '\r\n') return false;
      }
      at = bytes.indexOf(this.#delimiter, next);
    }
    return true;
  }
}
