/** The API version in responses (contract 9). */
export const API_VERSION = 'v1';
