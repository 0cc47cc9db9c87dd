import type { SubgraphError } from './subgraph.js';
import type { ResponsePath } from './values.js';

/** An error of an execution. Paths are in the keys of our data, which are not always the client's. */
export interface LoggedError {
  readonly error: SubgraphError;
  readonly path: ResponsePath | undefined;
  /** Where something is missing because of it: at the path, or higher when a whole entity was lost. */
  readonly place: ResponsePath | undefined;
}

interface PathNode {
  isExplained: boolean;
  readonly children: Map<string | number, PathNode>;
}

/** The errors of one execution, and the places of the data whose absence they explain. */
export class ErrorLog {
  readonly #errors: LoggedError[] = [];
  #root: PathNode | undefined;

  get isEmpty(): boolean {
    return this.#errors.length === 0;
  }

  get errors(): readonly LoggedError[] {
    return this.#errors;
  }

  /** Keeps an error, and its path as explained. */
  add(error: SubgraphError, path: ResponsePath | undefined, place: ResponsePath | undefined = path): void {
    this.#errors.push({ error, path, place });
    if (path !== undefined && path.length > 0) this.explain(path);
  }

  /** Everything at and below the path may be missing without another error. */
  explain(path: ResponsePath): void {
    let node = (this.#root ??= createNode());
    for (const key of path) {
      let child = node.children.get(key);
      if (child === undefined) node.children.set(key, (child = createNode()));
      node = child;
    }
    node.isExplained = true;
  }

  /** True if an error at the path or at a prefix of it is known. */
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
