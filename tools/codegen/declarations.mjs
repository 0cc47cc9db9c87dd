/** Parses the declarations of generated types, to select those in use. */
import ts from 'typescript';

/** Each type or interface with its text. */
export function declarationsOf(source) {
  const file = ts.createSourceFile('generated.ts', source, ts.ScriptTarget.Latest);
  return file.statements
    .filter((statement) => ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement))
    .map((statement) => ({ name: statement.name.text, text: statement.getText(file) }));
}

/** The named declarations and all that they refer to, directly or indirectly. */
export function usedBy(declarations, names) {
  const wanted = new Set(names);
  for (const name of wanted) {
    const found = declarations.find((declaration) => declaration.name === name);
    for (const [word] of found?.text.matchAll(/\w+/g) ?? [])
      if (declarations.some((declaration) => declaration.name === word)) wanted.add(word);
  }
  return declarations.filter(({ name }) => wanted.has(name));
}

/** A type reduced to the members in `keeps`. */
export function membersKept(text, keeps) {
  return text
    .split('\n')
    .filter((line) => !/^ {2}\w+\??:/.test(line) || keeps(/\w+/.exec(line)[0]))
    .join('\n');
}

export function withoutComments(source) {
  return source.replace(/ *\/\*\*(?:[^*]|\*(?!\/))*\*\/\n?/g, '').replace(/\n{3,}/g, '\n\n');
}
