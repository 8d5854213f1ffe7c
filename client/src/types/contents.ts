// Made from contract/ by `npm run docs`: the types of contents, as the API has them. Do not edit.

/** A template and the values of its variables. */
export interface TemplateRequest {
  /** Name of the template. */
  readonly name: string;
  /** For example ar or en_US. Left out: the contact's language, then the template's only one. */
  readonly language?: string;
  /** Only for a template whose header has a variable, a file, a place or a product. */
  readonly header?: TemplateHeader;
  /** Values of the variables by name; of numbered ones by number, or as a list. What is left out is taken from the contact. */
  readonly variables?: Readonly<Record<string, string>> | readonly string[];
  /** Only for buttons with a variable part. */
  readonly buttons?: readonly TemplateButton[];
  /** Of a carousel. */
  readonly cards?: ReadonlyArray<{
    /** Only for a template whose header has a variable, a file, a place or a product. */
    readonly header?: TemplateHeader;
    /** Values of the variables by name; of numbered ones by number, or as a list. What is left out is taken from the contact. */
    readonly variables?: Readonly<Record<string, string>> | readonly string[];
    /** Only for buttons with a variable part. */
    readonly buttons?: readonly TemplateButton[];
  }>;
  /** Of a limited-time offer: when it ends. */
  readonly offer_expires_at?: string;
  /** The provider's own parts, instead of the fields above. */
  readonly components?: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

/** Only for a template whose header has a variable, a file, a place or a product. */
export interface TemplateHeader {
  /** For a header with a variable. */
  readonly text?: string;
  /** A file: `id` or `url`. */
  readonly media?: DocumentToSend;
  readonly location?: LocationToSend;
  readonly product?: ProductToSend;
}

export interface TemplateButton {
  /** Which button, from 0. */
  readonly index: number;
  /** The end of an address, the code to copy, what comes back when it is pressed, or the token of a flow. */
  readonly value?: string;
  /** For the first screen of a flow, or the sections of a product list. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A file: `id` or `url`. */
export interface MediaToSend {
  /** A file that was uploaded. */
  readonly id?: string;
  /** Where to fetch the file, once. */
  readonly url?: string;
}

/** A file: `id` or `url`. */
export interface DocumentToSend extends MediaToSend {
  /** What the person sees. Left out: the name it was uploaded under. */
  readonly filename?: string;
}

export interface ContactToSend {
  readonly name: ContactName;
  readonly phones?: ReadonlyArray<{
    /** Phone number. */
    readonly number: string;
    /** For example work or home. */
    readonly type?: string;
  }>;
  readonly emails?: ReadonlyArray<{
    /** Address. */
    readonly email: string;
    /** For example work or home. */
    readonly type?: string;
  }>;
  readonly addresses?: ReadonlyArray<
    PostalAddress & {
      /** For example work or home. */
      readonly type?: string;
    }
  >;
  readonly organization?: ContactOrganization;
  readonly urls?: ReadonlyArray<{
    /** A page. */
    readonly url: string;
    /** For example work or home. */
    readonly type?: string;
  }>;
  /** Year, month and day: 1980-02-01. */
  readonly birthday?: string;
}

export interface ContactName {
  /** The whole name, as it is shown. */
  readonly formatted: string;
  /** First name. */
  readonly first?: string;
  /** Middle name. */
  readonly middle?: string;
  /** Family name. */
  readonly last?: string;
  /** Dr., for example. */
  readonly prefix?: string;
  /** Jr., for example. */
  readonly suffix?: string;
}

/** An address on the card of a contact. */
export interface PostalAddress {
  /** Street and number. */
  readonly street?: string;
  /** City. */
  readonly city?: string;
  /** State or province. */
  readonly state?: string;
  /** Postal code. */
  readonly zip?: string;
  /** Country. */
  readonly country?: string;
  /** Two letters. */
  readonly country_code?: string;
}

export interface ContactOrganization {
  /** Where the person works. */
  readonly company?: string;
  /** In which part of it. */
  readonly department?: string;
  /** As what. */
  readonly title?: string;
}

export interface LocationToSend {
  readonly latitude: number;
  readonly longitude: number;
  /** Name of the place. */
  readonly name?: string;
  /** Address of the place. */
  readonly address?: string;
}

/** A line (`text`) or a file (`type`, `media`) above the text. */
export interface HeaderToSend {
  /** A line above the text. */
  readonly text?: string;
  /** What the file is shown as. */
  readonly type?: 'image' | 'video' | 'document';
  /** A file: `id` or `url`. */
  readonly media?: DocumentToSend;
}

export interface ButtonToSend {
  /** Comes back when the person presses it. */
  readonly id: string;
  /** What the person sees; no two may be alike. */
  readonly title: string;
}

export interface LinkToSend {
  /** What the button says. */
  readonly title: string;
  /** The page it opens. */
  readonly url: string;
}

export interface ListToSend {
  /** What opens the list. */
  readonly button: string;
  readonly sections: ReadonlyArray<{
    /** Needed when there are several sections. */
    readonly title?: string;
    /** At most 10 in all sections together. */
    readonly rows: ReadonlyArray<{
      /** Comes back when the person chooses it. */
      readonly id: string;
      /** What the person sees. */
      readonly title: string;
      /** A second line. */
      readonly description?: string;
    }>;
  }>;
}

export interface FlowToSend {
  /** The flow. */
  readonly id: string;
  /** What opens it. */
  readonly button: string;
  /** The first screen. */
  readonly screen?: string;
  /** For that screen. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Comes back with the answer. */
  readonly token?: string;
}

export interface ProductToSend {
  /** The catalogue, by the id the provider gave it. */
  readonly catalog_id: string;
  /** The product, by your own id in the catalogue. */
  readonly product_id: string;
}

export interface ProductsToSend {
  /** The catalogue, by the id the provider gave it. */
  readonly catalog_id: string;
  /** The line above the text. */
  readonly header: string;
  readonly sections: ReadonlyArray<{
    /** Needed when there are several sections. */
    readonly title?: string;
    /** At most 30 in all sections together. */
    readonly product_ids: readonly string[];
  }>;
}

export interface CarouselCardToSend {
  /** The text on the card. */
  readonly message?: string;
  readonly header: {
    /** What the file is shown as. */
    readonly type: 'image' | 'video' | 'document';
    /** A file: `id` or `url`. */
    readonly media: DocumentToSend;
  };
  readonly link?: LinkToSend;
  readonly buttons?: readonly ButtonToSend[];
}

export interface TextContent {
  readonly type: 'text';
  /** The text that the person reads. */
  readonly message: string;
  /** Whether the first link is shown with a preview. */
  readonly preview_url?: boolean;
}

export interface ImageContent {
  readonly type: 'image';
  /** A file: `id` or `url`. */
  readonly media: MediaToSend;
  /** The text under it. */
  readonly message?: string;
}

export interface VideoContent {
  readonly type: 'video';
  /** A file: `id` or `url`. */
  readonly media: MediaToSend;
  /** The text under it. */
  readonly message?: string;
}

export interface AudioContent {
  readonly type: 'audio';
  /** A file: `id` or `url`. */
  readonly media: MediaToSend;
  /** Shown as a voice message. OGG with Opus only. */
  readonly voice?: boolean;
}

export interface DocumentContent {
  readonly type: 'document';
  /** A file: `id` or `url`. */
  readonly media: DocumentToSend;
  /** The text under it. */
  readonly message?: string;
}

export interface StickerContent {
  readonly type: 'sticker';
  /** A file: `id` or `url`. */
  readonly media: MediaToSend;
}

export interface LocationContent {
  readonly type: 'location';
  readonly location: LocationToSend;
}

export interface ContactsContent {
  readonly type: 'contacts';
  readonly contacts: readonly ContactToSend[];
}

export interface ButtonsContent {
  readonly type: 'buttons';
  /** The text that the person reads. */
  readonly message: string;
  readonly buttons: readonly ButtonToSend[];
  /** A line (`text`) or a file (`type`, `media`) above the text. */
  readonly header?: HeaderToSend;
  /** A small line under the text. */
  readonly footer?: string;
}

export interface ListContent {
  readonly type: 'list';
  /** The text that the person reads. */
  readonly message: string;
  readonly list: ListToSend;
  readonly header?: {
    /** A line above the text. */
    readonly text: string;
  };
  /** A small line under the text. */
  readonly footer?: string;
}

export interface LinkContent {
  readonly type: 'link';
  /** The text that the person reads. */
  readonly message: string;
  readonly link: LinkToSend;
  /** A line (`text`) or a file (`type`, `media`) above the text. */
  readonly header?: HeaderToSend;
  /** A small line under the text. */
  readonly footer?: string;
}

export interface LocationRequestContent {
  readonly type: 'location_request';
  /** The text that the person reads. */
  readonly message: string;
}

export interface FlowContent {
  readonly type: 'flow';
  /** The text that the person reads. */
  readonly message: string;
  readonly flow: FlowToSend;
  /** A line (`text`) or a file (`type`, `media`) above the text. */
  readonly header?: HeaderToSend;
  /** A small line under the text. */
  readonly footer?: string;
}

export interface ProductContent {
  readonly type: 'product';
  /** The text that the person reads. */
  readonly message?: string;
  readonly product: ProductToSend;
  /** A small line under the text. */
  readonly footer?: string;
}

export interface ProductsContent {
  readonly type: 'products';
  /** The text that the person reads. */
  readonly message: string;
  readonly products: ProductsToSend;
  /** A small line under the text. */
  readonly footer?: string;
}

export interface CatalogContent {
  readonly type: 'catalog';
  /** The text that the person reads. */
  readonly message: string;
  readonly catalog?: {
    /** The product, by your own id in the catalogue. */
    readonly thumbnail_product_id?: string;
  };
  /** A small line under the text. */
  readonly footer?: string;
}

export interface CarouselContent {
  readonly type: 'carousel';
  /** The text that the person reads. */
  readonly message: string;
  readonly carousel: {
    readonly cards: readonly CarouselCardToSend[];
  };
}
