import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { NullableTimestamp, Timestamp } from './column-types.js';
import type { Tables } from './tables.js';

export type VaultItemKind = 'bearer' | 'header' | 'basic' | 'query' | 'password';

/** What a response to a sign-in must be like. */
export interface LoginSuccess {
  readonly status: number | null;
  /** Start of the path that the response redirects to. */
  readonly redirectPath: string | null;
  readonly textPresent: string | null;
  readonly textAbsent: string | null;
}

/** How a password is used to sign in. */
export interface LoginForm {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly userField: string;
  readonly passwordField: string;
  /** Hidden field of the form that is sent back; null if there is none. */
  readonly csrfField: string | null;
  readonly success: LoginSuccess;
}

/** What is not secret about how a credential is sent. */
export interface CredentialUse {
  /** Name of the header or of the query parameter. */
  readonly name: string | null;
  readonly login: LoginForm | null;
}

declare module './tables.js' {
  interface Tables {
    vault_items: {
      id: string;
      seq: ColumnType<number, never, never>;
      accountId: string;
      name: string;
      kind: ColumnType<VaultItemKind, VaultItemKind, VaultItemKind>;
      /** `host`, `host:port`, `*.host` or `*.host:port`. */
      allowedHosts: string[];
      isWriteAllowed: boolean;
      isApprovalRequired: boolean;
      /** Whether agents may see and use it. */
      isShared: boolean;
      use: ColumnType<CredentialUse, string, string>;
      /** The credential, encrypted. */
      secret: Buffer;
      /** Fingerprint of the key that it is encrypted with. */
      sealedWith: string;
      /** Cookies of the last sign-in, encrypted with the same key. */
      signIn: ColumnType<Buffer | null, null | undefined, Buffer | null>;
      /** Until when the next use is approved; null once that was used. */
      approvedUntil: NullableTimestamp;
      createdAt: ColumnType<Date, Date, never>;
      updatedAt: Timestamp;
    };
    vault_states: {
      accountId: string;
      isStrict: Generated<boolean>;
      unlockedUntil: NullableTimestamp;
    };
  }
}

export type VaultItem = Readonly<Selectable<Tables['vault_items']>>;
export type NewVaultItem = Readonly<Insertable<Tables['vault_items']>>;
export type VaultItemChanges = Partial<
  Pick<VaultItem, 'name' | 'allowedHosts' | 'isWriteAllowed' | 'isApprovalRequired' | 'isShared'>
>;
export type NewCredential = Pick<NewVaultItem, 'kind' | 'use' | 'secret' | 'sealedWith'>;

/** Whether an account's vault needs to be unlocked for agents. */
export interface VaultState {
  readonly isStrict: boolean;
  readonly unlockedUntil: Date | null;
}
