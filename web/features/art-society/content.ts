export const values = [
  ['Creative', 'Work comes first. We show it large, quietly and with its maker’s name.'],
  ['Collaborative', 'Artists, collectors and developers build the house together and own what they make.'],
  [
    'Community-Centric',
    'What the marketplace earns from a sale is small, published and the same for everyone.',
  ],
] as const

export const advantages = [
  ['Fast, low-cost transactions', 'A sale is settled on the ledger in seconds, for a fraction of a cent.'],
  ['Security', 'Your keys stay in your wallet. Nothing moves without your signature.'],
  ['Built-in royalties', 'The ledger itself pays the creator at each resale.'],
  ['Sustainability', 'The XRP Ledger needs no mining: its energy use is that of a few households.'],
  [
    'Friendly interface',
    'Every amount is itemised before you sign, and every outcome is told in plain words.',
  ],
  ['Roadmap', 'Lending, fractional ownership and VR galleries are what we work towards.'],
] as const
