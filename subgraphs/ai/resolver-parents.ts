/** The usage of the requesting key or session; only its id is known here. */
export interface UsageParent {
  readonly credentialId: string;
}
