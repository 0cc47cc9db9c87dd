/**
 * Input that its scalar cannot read. Scalars return it instead of throwing, because a thrown error would fail every
 * field of the operation; the gate of the field that has it as an argument throws `invalid_parameter`.
 */
export class UnreadableInput {
  /** What the scalar reads; the text follows "must be". */
  readonly rule: string;
  /** What was sent. */
  readonly value: unknown;

  constructor(rule: string, value: unknown) {
    this.rule = rule;
    this.value = value;
  }
}
