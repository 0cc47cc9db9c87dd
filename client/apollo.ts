export { typePolicies } from './generated/type-policies.js';
