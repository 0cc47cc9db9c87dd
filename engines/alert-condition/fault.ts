/** Why a text is no condition, and where: what parsing throws, and `parseCondition` returns. */
export class Fault extends Error {
  readonly column: number;

  /** @param column from 1 */
  constructor(column: number, message: string) {
    super(message);
    this.name = 'Fault';
    this.column = column;
  }
}
