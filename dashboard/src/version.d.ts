/** The version of the program that these pages were built with; the build fills it in. */
declare const __HUDHUD_VERSION__: string;
