import { t } from '#web/messages.ts'

export const values = [
  [
    t('Creative'),
    t('The work comes first. We show it large, without distractions, and with the artist’s name.'),
  ],
  [
    t('Collaborative'),
    t('Artists, collectors and developers build the house together and own what they make.'),
  ],
  [t('Community-Centric'), t('Our share of each sale is small, published and the same for everyone.')],
] as const

export const advantages = [
  [t('Fast, low-cost transactions'), t('Sales settle on the ledger in seconds, for a fraction of a cent.')],
  [t('Security'), t('Your keys stay in your wallet. Nothing moves without your signature.')],
  [t('Built-in royalties'), t('The ledger itself pays the creator on every resale.')],
  [
    t('Sustainability'),
    t('The XRP Ledger needs no mining: it uses about as much energy as a few households.'),
  ],
  [
    t('Friendly interface'),
    t('Every amount is itemised before you sign, and every outcome is explained in plain words.'),
  ],
  [t('Roadmap'), t('We are working towards lending, fractional ownership and VR galleries.')],
] as const
