/** The marketplace's key pair for the local push service (VAPID). It is public, so it protects nothing. */
export const localVapid = {
  publicKey: 'BH9ETYoYUmAOvk0Rp8UJawa7adjgDrGl6xfApHfAXlXfhpQf9kmLoXPY13ubkTbzkzGRAwfEraS7rQ_N_g0E01g',
  privateKey: 'RYb4ubD3gU2Cl2HxgQvE24DlpKVBx-c9IDCiC4obaUs',
  subject: 'mailto:local@opx.example',
}
