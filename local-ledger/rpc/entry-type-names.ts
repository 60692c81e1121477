// Short names of ledger entry types in requests, and their full names. Includes types that this ledger never creates:
// requests for them find nothing. Source: xrpl.org "account_objects" (type), "ledger_data".

const TYPES = new Map<string, string>(
  Object.entries({
    account: 'AccountRoot',
    amendments: 'Amendments',
    amm: 'AMM',
    bridge: 'Bridge',
    check: 'Check',
    credential: 'Credential',
    delegate: 'Delegate',
    deposit_preauth: 'DepositPreauth',
    did: 'DID',
    directory: 'DirectoryNode',
    escrow: 'Escrow',
    fee: 'FeeSettings',
    hashes: 'LedgerHashes',
    loan: 'Loan',
    loan_broker: 'LoanBroker',
    mpt_issuance: 'MPTokenIssuance',
    mptoken: 'MPToken',
    nft_offer: 'NFTokenOffer',
    nft_page: 'NFTokenPage',
    nunl: 'NegativeUNL',
    offer: 'Offer',
    oracle: 'Oracle',
    payment_channel: 'PayChannel',
    permissioned_domain: 'PermissionedDomain',
    signer_list: 'SignerList',
    state: 'RippleState',
    ticket: 'Ticket',
    vault: 'Vault',
    xchain_owned_claim_id: 'XChainOwnedClaimID',
    xchain_owned_create_account_claim_id: 'XChainOwnedCreateAccountClaimID',
  }),
)

/** Types that do not belong to an account. */
const UNOWNED = new Set(['Amendments', 'DirectoryNode', 'FeeSettings', 'LedgerHashes', 'NegativeUNL'])
export const canBeOwned = (type: string): boolean => !UNOWNED.has(type)

/** Types that prevent an account from being deleted. Source: xrpl.org "AccountDelete". */
const BLOCKERS = new Set([
  'Bridge',
  'Check',
  'Escrow',
  'MPToken',
  'MPTokenIssuance',
  'NFTokenPage',
  'PayChannel',
  'PermissionedDomain',
  'RippleState',
  'Vault',
  'XChainOwnedClaimID',
  'XChainOwnedCreateAccountClaimID',
])
export const blocksDeletion = (type: string): boolean => BLOCKERS.has(type)

/** Returns the full name of a type, given its short name or its full name in any case. */
export function findEntryType(name: string): string | undefined {
  const full = TYPES.get(name)
  if (full !== undefined) return full
  return [...TYPES.values()].find((type) => type.toLowerCase() === name.toLowerCase())
}
