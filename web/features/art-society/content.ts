import { t } from '#web/messages.ts'

export const values = [
  [t('Creative'), t('Work comes first. We show it large, quietly and with its maker’s name.')],
  [
    t('Collaborative'),
    t('Artists, collectors and developers build the house together and own what they make.'),
  ],
  [t('Community-Centric'), t('Our share of each sale is small, published and the same for everyone.')],
] as const

export const advantages = [
  [
    t('Fast, low-cost transactions'),
    t('A sale is settled on the ledger in seconds, for a fraction of a cent.'),
  ],
  [t('Security'), t('Your keys stay in your wallet. Nothing moves without your signature.')],
  [t('Built-in royalties'), t('The ledger itself pays the creator at each resale.')],
  [t('Sustainability'), t('The XRP Ledger needs no mining: its energy use is that of a few households.')],
  [
    t('Friendly interface'),
    t('Every amount is itemised before you sign, and every outcome is explained in plain words.'),
  ],
  [t('Roadmap'), t('Lending, fractional ownership and VR galleries are what we are working towards.')],
] as const
