/** The declarations of generated types, to keep those that are used. */
import ts from 'typescript';

/** Each type or interface with its text. */
export function declarationsOf(source) {
  const file = ts.createSourceFile('generated.ts', source, ts.ScriptTarget.Latest);
  return file.statements
    .filter((statement) => ts.isTypeAliasDeclaration(statement) || ts.isInterfaceDeclaration(statement))
    .map((statement) => ({ name: statement.name.text, text: statement.getText(file) }));
}

/** Those named, and those that they mention directly or through others. */
export function usedBy(declarations, names) {
  const wanted = new Set(names);
  for (const name of wanted) {
    const found = declarations.find((declaration) => declaration.name === name);
    for (const [word] of found?.text.matchAll(/\w+/g) ?? [])
      if (declarations.some((declaration) => declaration.name === word)) wanted.add(word);
  }
  return declarations.filter(({ name }) => wanted.has(name));
}

/** A type of many members with only those that `keeps` names. */
export function membersKept(text, keeps) {
  return text
    .split('\n')
    .filter((line) => !/^ {2}\w+\??:/.test(line) || keeps(/\w+/.exec(line)[0]))
    .join('\n');
}

export function withoutComments(source) {
  return source.replace(/ *\/\*\*(?:[^*]|\*(?!\/))*\*\/\n?/g, '').replace(/\n{3,}/g, '\n\n');
}
