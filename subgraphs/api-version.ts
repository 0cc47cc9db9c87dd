/** Version of the contract that answers carry (contract 9). */
export const API_VERSION = 'v1';
