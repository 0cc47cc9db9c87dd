import type { SubgraphError } from './subgraph.js';
import type { ResponsePath } from './values.js';

/** An error of an execution. Paths use the keys of the fetched data, which may differ from the client's. */
export interface LoggedError {
  readonly error: SubgraphError;
  readonly path: ResponsePath | undefined;
  /** Where data is missing because of the error: at the path, or higher if a whole entity was lost. */
  readonly place: ResponsePath | undefined;
}

interface PathNode {
  isExplained: boolean;
  readonly children: Map<string | number, PathNode>;
}

/** The errors of one execution, and the places where they explain missing data. */
export class ErrorLog {
  readonly #errors: LoggedError[] = [];
  #root: PathNode | undefined;

  get isEmpty(): boolean {
    return this.#errors.length === 0;
  }

  get errors(): readonly LoggedError[] {
    return this.#errors;
  }

  /** Logs an error and marks its place as explained. */
  add(error: SubgraphError, path: ResponsePath | undefined, place: ResponsePath | undefined = path): void {
    this.#errors.push({ error, path, place });
    if (path !== undefined && path.length > 0) this.explain(path);
  }

  /** Data at and below the path may be missing without another error. */
  explain(path: ResponsePath): void {
    let node = (this.#root ??= createNode());
    for (const key of path) {
      let child = node.children.get(key);
      if (child === undefined) node.children.set(key, (child = createNode()));
      node = child;
    }
    node.isExplained = true;
  }

  /** True if an error is known at the path or at a prefix of it. */
  isExplained(path: ResponsePath): boolean {
    let node = this.#root;
    for (const key of path) {
      node = node?.children.get(key);
      if (node === undefined) return false;
      if (node.isExplained) return true;
    }
    return false;
  }
}

function createNode(): PathNode {
  return { isExplained: false, children: new Map() };
}
