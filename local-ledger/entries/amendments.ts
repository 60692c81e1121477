import { sha512Half } from '#ledger/codec/hash.ts'
import { type ReadView, read } from '#ledger/views/read-view.ts'
import { amendmentsKeylet } from './keylets.ts'

// Amendments that are enabled. A ledger lists them in its Amendments entry. Source: xrpl.org "Amendments".

const BEFORE_BATCH = [
  'AMM',
  'AMMClawback',
  'Clawback',
  'Credentials',
  'DID',
  'DeepFreeze',
  'DynamicNFT',
  'LendingProtocol',
  'MPTokensV1',
  'NFTokenMintOffer',
  'PermissionedDEX',
  'PermissionedDomains',
  'PriceOracle',
  'SingleAssetVault',
  'TokenEscrow',
  'XChainBridge',
  'XRPFees',
  'fixAMMClawbackRounding',
  'fixAMMOverflowOffer',
  'fixAMMv1_1',
  'fixAMMv1_2',
  'fixAMMv1_3',
  'fixCleanup3_1_3',
  'fixCleanup3_2_0',
  'fixDirectoryLimit',
  'fixDisallowIncomingV1',
  'fixEmptyDID',
  'fixEnforceNFTokenTrustline',
  'fixEnforceNFTokenTrustlineV2',
  'fixFillOrKill',
  'fixFrozenLPTokenTransfer',
  'fixIncludeKeyletFields',
  'fixInnerObjTemplate',
  'fixInnerObjTemplate2',
  'fixInvalidTxFlags',
  'fixMPTDeliveredAmount',
  'fixNFTokenPageLinks',
  'fixNFTokenReserve',
  'fixPayChanCancelAfter',
  'fixPreviousTxnID',
  'fixPriceOracleOrder',
  'fixReducedOffersV2',
  'fixRemoveNFTokenAutoTrustLine',
  'fixTokenEscrowV1',
  'fixUniversalNumber',
  'fixXChainRewardRounding',
] as const

/**
 * Supported by servers since 3.3.0. On Mainnet, fixCleanup3_3_0 is active since ledger 106912768 (11 September 2026);
 * Batch (XLS-56), its fix and permission delegation (XLS-75) are active since October 2026.
 */
const SINCE_BATCH = [
  'BatchV1_1',
  'DynamicMPT',
  'PermissionDelegationV1_1',
  'fixBatchV1_2',
  'fixCleanup3_3_0',
] as const

/**
 * Supported by servers since 3.4.0. Active on Devnet. Mainnet was voting on it in October 2026, and we know of no
 * ledger that adopted it.
 */
const SINCE_3_4 = ['fixCleanup3_4_0'] as const

/**
 * Supported by servers, but not active on Mainnet as of November 2026. Source: xrpl.org "Known Amendments".
 * fixXChainRewardRounding had 12 of 28 votes at the last known count (autumn 2026); without XChainBridge it has no
 * effect.
 */
const NOT_ON_MAINNET: readonly string[] = [
  'DynamicMPT',
  'LendingProtocol',
  'SingleAssetVault',
  'XChainBridge',
  'fixXChainRewardRounding',
]

/**
 * Retired amendments: their rules are a permanent part of the server. It still knows their names, but ledgers need not
 * list them.
 */
const RETIRED = [
  'CheckCashMakesTrustLine',
  'Checks',
  'CryptoConditions',
  'CryptoConditionsSuite',
  'DeletableAccounts',
  'DepositAuth',
  'DepositPreauth',
  'DisallowIncoming',
  'EnforceInvariants',
  'Escrow',
  'ExpandedSignerList',
  'FeeEscalation',
  'Flow',
  'FlowCross',
  'FlowSortStrands',
  'HardenedValidations',
  'ImmediateOfferKilled',
  'MultiSign',
  'MultiSignReserve',
  'NegativeUNL',
  'NonFungibleTokensV1_1',
  'PayChan',
  'RequireFullyCanonicalSig',
  'SortedDirectories',
  'TickSize',
  'TicketBatch',
  'TrustSetAuth',
  'fix1201',
  'fix1368',
  'fix1373',
  'fix1512',
  'fix1513',
  'fix1515',
  'fix1523',
  'fix1528',
  'fix1543',
  'fix1571',
  'fix1578',
  'fix1623',
  'fix1781',
  'fixAmendmentMajorityCalc',
  'fixCheckThreading',
  'fixMasterKeyAsRegularKey',
  'fixNFTokenRemint',
  'fixNonFungibleTokensV1_2',
  'fixPayChanRecipientOwnerDir',
  'fixQualityUpperBound',
  'fixReducedOffersV1',
  'fixRmSmallIncreasedQOffers',
  'fixSTAmountCanonicalize',
  'fixTakerDryOfferRemoval',
  'fixTrustLinesToSelf',
] as const

export type Amendment =
  | (typeof BEFORE_BATCH)[number]
  | (typeof SINCE_BATCH)[number]
  | (typeof SINCE_3_4)[number]

const upToBatch: readonly Amendment[] = [...BEFORE_BATCH, ...SINCE_BATCH]

/** All amendments that this ledger supports. */
const allAmendments: readonly Amendment[] = [...upToBatch, ...SINCE_3_4]

/** The amendments that are active in a new ledger. */
export const mainnetAmendments: readonly Amendment[] = upToBatch.filter(
  (name) => !NOT_ON_MAINNET.includes(name),
)

const byServerVersion = new Map<string, readonly Amendment[]>([
  ['3.2.0', BEFORE_BATCH],
  ['3.3.0-b0', upToBatch],
])

/** Returns the supported amendments with these names, as given on the command line. @throws for other names. */
export function amendmentsNamed(names: readonly string[]): Amendment[] {
  return names.map((name) => {
    const amendmentName = allAmendments.find((amendment) => amendment === name)
    if (amendmentName === undefined) throw new Error(`There is no amendment ${name}, or it is retired.`)
    return amendmentName
  })
}

/**
 * Returns the amendments that were active on the servers with which this ledger was compared. @throws for other
 * versions.
 */
export function amendmentsOf(serverVersion: string): readonly Amendment[] {
  const names = byServerVersion.get(serverVersion)
  if (names === undefined) {
    const versions = [...byServerVersion.keys()].join(', ')
    throw new Error(`The amendments of version ${serverVersion} are not known; known versions: ${versions}.`)
  }
  return names
}

const idOf = (name: string): string => sha512Half(Buffer.from(name, 'latin1').toString('hex'))
const ids = new Map<Amendment, string>(allAmendments.map((name) => [name, idOf(name)]))

/** Returns the id of an amendment: the hash of its name. */
const amendmentId = (name: Amendment): string => ids.get(name) ?? ''

/** Returns the ids in the order in which a ledger lists them. */
export const amendmentIds = (names: readonly Amendment[]): string[] => names.map(amendmentId).sort()

/** Every amendment that the server knows. A retired one applies even if a ledger does not list it. */
export const knownAmendments: readonly { name: string; id: string; isRetired: boolean }[] = [
  ...allAmendments.map((name) => ({ name, id: idOf(name), isRetired: false })),
  ...RETIRED.map((name) => ({ name, id: idOf(name), isRetired: true })),
]

const sets = new WeakMap<readonly string[], Set<string>>()

/** True if an amendment is active in a ledger. */
export function isEnabled(view: ReadView, name: Amendment): boolean {
  const enabledAmendments = read(view, amendmentsKeylet)?.Amendments
  if (enabledAmendments === undefined) return false
  const set = sets.get(enabledAmendments) ?? new Set(enabledAmendments)
  sets.set(enabledAmendments, set)
  return set.has(amendmentId(name))
}

/** Returns the version that `server_info` reports: that of a server with the active amendments. */
export const buildVersion = (view: ReadView): string => (isEnabled(view, 'BatchV1_1') ? '3.3.0-b0' : '3.2.0')
