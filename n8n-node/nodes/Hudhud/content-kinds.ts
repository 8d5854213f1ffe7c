// The contents that can be sent, one entry for each operation: its name in the editor, and the type that the API knows
// it by.

export interface ContentKind {
  readonly type: string;
  readonly name: string;
  readonly action: string;
  readonly description: string;
}

/** By the value of the operation. `send` is the text: workflows made before the others were there have it. */
export const contentKinds: Readonly<Record<string, ContentKind>> = {
  sendAudio: kind('audio', 'Send Audio', 'an audio', 'Send a sound file or a voice message'),
  sendButtons: kind('buttons', 'Send Buttons', 'buttons', 'Send a text with up to three buttons'),
  sendCarousel: kind('carousel', 'Send Carousel', 'a carousel', 'Send cards that are pushed sideways'),
  sendCatalog: kind('catalog', 'Send Catalog', 'a catalog', 'Send a text that opens your catalog'),
  sendContacts: kind('contacts', 'Send Contacts', 'contacts', 'Send contact cards'),
  sendDocument: kind('document', 'Send Document', 'a document', 'Send a file with its name'),
  sendFlow: kind('flow', 'Send Flow', 'a flow', 'Send a text that opens a form'),
  sendImage: kind('image', 'Send Image', 'an image', 'Send a picture'),
  sendInteractive: kind(
    'interactive',
    'Send Interactive',
    'an interactive message',
    "Send an object in the provider's own words",
  ),
  sendLink: kind('link', 'Send Link', 'a link button', 'Send a text with a button that opens an address'),
  sendList: kind('list', 'Send List', 'a list', 'Send a text with a list to choose from'),
  sendLocation: kind('location', 'Send Location', 'a location', 'Send a place'),
  sendLocationRequest: kind(
    'location_request',
    'Send Location Request',
    'a location request',
    'Ask the person where they are',
  ),
  sendProduct: kind('product', 'Send Product', 'a product', 'Send one product of your catalog'),
  sendProducts: kind('products', 'Send Products', 'products', 'Send several products of your catalog'),
  sendReaction: kind('reaction', 'Send Reaction', 'a reaction', 'React to a message with an emoji'),
  sendSticker: kind('sticker', 'Send Sticker', 'a sticker', 'Send a sticker'),
  sendTemplate: kind(
    'template',
    'Send Template',
    'a template',
    'Send a text that WhatsApp has approved, also to people who have not written',
  ),
  send: kind('text', 'Send Text', 'a text message', 'Send a text message to one person'),
  sendVideo: kind('video', 'Send Video', 'a video', 'Send a video'),
};

function kind(type: string, name: string, what: string, description: string): ContentKind {
  return { type, name, action: `Send ${what}`, description };
}

export const fileOperations = ['sendAudio', 'sendDocument', 'sendImage', 'sendSticker', 'sendVideo'];
export const captionOperations = ['sendDocument', 'sendImage', 'sendVideo'];
/** Operations whose text the person reads first; a product may come without one. */
export const bodyOperations = [
  'send',
  'sendButtons',
  'sendCarousel',
  'sendCatalog',
  'sendFlow',
  'sendLink',
  'sendList',
  'sendLocationRequest',
  'sendProducts',
];
export const footerOperations = [
  'sendButtons',
  'sendCatalog',
  'sendFlow',
  'sendLink',
  'sendList',
  'sendProduct',
  'sendProducts',
];
export const headerOperations = ['sendButtons', 'sendFlow', 'sendLink', 'sendList'];
export const sendOperations = Object.keys(contentKinds);
