import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const OUTSIDE = 'Requests to the outside go through outbound/.';

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      'node_modules/**',
      '.data/**',
      'coverage/**',
      '**/generated/**',
      'docs/examples/rest-clients/**',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // Rest siblings are the idiom for omitting a field.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Functions that return a promise are `async`, even without `await`; returning void is an early exit.
      '@typescript-eslint/require-await': 'off',
      // Interfaces declare functions as methods; ours do not use `this` when detached.
      '@typescript-eslint/unbound-method': 'off',
      // AST node kinds are compared with strings, as in graphql-js.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      // Prettier wraps the rest.
      'max-len': [
        'error',
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true },
      ],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
      'no-restricted-globals': ['error', { name: 'fetch', message: OUTSIDE }],
      'no-restricted-imports': ['error', { paths: [{ name: 'undici', message: OUTSIDE }] }],
      'no-restricted-properties': [
        'error',
        ...['canParse', 'parse'].map((property) => ({
          object: 'URL',
          property,
          message: 'Use parseUrl: outbound/parse-url.ts says why.',
        })),
      ],
      eqeqeq: 'error',
    },
  },
  {
    files: ['outbound/**', 'test/**', 'bench/**', '**/*.test.ts'],
    rules: { 'no-restricted-globals': 'off', 'no-restricted-imports': 'off' },
  },
  // Tables.
  {
    files: ['access/error-table.ts', 'surfaces/line/guardrail/phrases.ts', '**/fixtures/**'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['**/*.test.ts', 'test/**', 'bench/**'],
    rules: {
      'max-lines': 'off',
      '@typescript-eslint/await-thenable': 'off',
      '@typescript-eslint/only-throw-error': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.cjs', '**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        require: 'readonly',
        URL: 'readonly',
        performance: 'readonly',
        Blob: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
);
