import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';

/** The table after each writing keyword; matches that are not tables are harmless. */
const WRITES = /\b(?:insert\s+into|update|delete\s+from|truncate|merge\s+into)\s+"?(\w+)/gi;

/** Calls `onWritten` after commit with the tables that statements on `connection` may have written. */
export function watchWrites(connection: DatabaseConnection, onWritten: (tables: readonly string[]) => void): void {
  const execute = connection.executeQuery.bind(connection);
  let written = new Set<string>();
  let isInTransaction = false;
  connection.executeQuery = async <Row>(query: CompiledQuery): Promise<QueryResult<Row>> => {
    const statement = query.sql;
    for (const [, table = ''] of statement.matchAll(WRITES)) written.add(table);
    if (/^(begin|start transaction)/.test(statement)) isInTransaction = true;
    const isEnd = statement === 'commit' || statement === 'rollback';
    try {
      return await execute<Row>(query);
    } finally {
      if (isEnd) isInTransaction = false;
      // A failed commit may have taken effect anyway.
      if (!isInTransaction && written.size > 0) {
        if (statement !== 'rollback') onWritten([...written]);
        written = new Set();
      }
    }
  };
}
