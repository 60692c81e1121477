import { sha512Half } from '#dev/ledger/codec/hash.ts'
import { fees } from '#dev/ledger/entries/account-roots.ts'
import { type Entry, unthreaded } from '#dev/ledger/entries/entry-types.ts'
import { accountKeylet, amendmentsKeylet, feeSettingsKeylet } from '#dev/ledger/entries/keylets.ts'

// A fresh network: all XRP in one account with a publicly known key. Source: xrpl.org "Genesis Ledger", "Stand-Alone Mode".

export const GENESIS_ACCOUNT = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
export const TOTAL_DROPS = '100000000000000000'

/** Names of the enabled amendments: their ids are the hash of the name. */
const AMENDMENTS = [
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

const amendmentId = (name: string) => sha512Half(Buffer.from(name, 'latin1').toString('hex'))

export function genesisEntries(): Map<string, Entry> {
  return new Map<string, Entry>([
    [
      accountKeylet(GENESIS_ACCOUNT).key,
      {
        LedgerEntryType: 'AccountRoot',
        Flags: 0,
        Account: GENESIS_ACCOUNT,
        Balance: TOTAL_DROPS,
        OwnerCount: 0,
        Sequence: 1,
        ...unthreaded,
      },
    ],
    [
      feeSettingsKeylet.key,
      {
        LedgerEntryType: 'FeeSettings',
        Flags: 0,
        BaseFeeDrops: fees.baseDrops.toString(),
        ReserveBaseDrops: fees.reserveBaseDrops.toString(),
        ReserveIncrementDrops: fees.reserveIncrementDrops.toString(),
      },
    ],
    [
      amendmentsKeylet.key,
      { LedgerEntryType: 'Amendments', Flags: 0, Amendments: AMENDMENTS.map(amendmentId).sort() },
    ],
  ])
}
