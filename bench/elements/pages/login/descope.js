/** Descope: its README's set-up; the tag is in the page. */
import '@descope/web-component';
