// Package millrace calls a Millrace service: every operation, with sign-in, safe retries, uploads, job workers and the event log.
package millrace

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/millrace/millrace/clients/go/api"
)

// Options of a client. The zero value of a limit means its default.
type Options struct {
	// URL is the address of the service, e.g. https://millrace.example.com.
	URL string
	// ClientID and ClientSecret are the client credentials. Set them, or Token.
	ClientID, ClientSecret string
	// Scope restricts the token to these space-separated scopes.
	Scope string
	// Token is a token from elsewhere, e.g. a personal token. It is not renewed.
	Token string
	// Timeout of one attempt of a call, 30 s by default.
	Timeout time.Duration
	// TotalTimeout of all attempts of a call and the pauses between them, 2 minutes by default.
	TotalTimeout time.Duration
	// Retries after the first attempt, 4 by default; a negative number turns them off.
	Retries int
	// HTTPClient sends the requests, e.g. through a proxy. Its Timeout must be 0. Default: a client of its own.
	HTTPClient *http.Client
}

// Client calls one service with one set of credentials. It keeps its token and connections: create it once and share it.
// Its methods are the operations, e.g. CreateProcessWithResponse. An answer other than 2xx is an *Error.
type Client struct {
	*api.ClientWithResponses
	transport *transport
}

// New returns a client. It sends nothing.
func New(options Options) (*Client, error) {
	base, err := url.Parse(strings.TrimRight(options.URL, "/"))
	if err != nil || base.Host == "" || (base.Scheme != "http" && base.Scheme != "https") {
		return nil, fmt.Errorf("%q is not an address of a service: use one such as https://millrace.example.com", options.URL)
	}
	if (options.ClientID == "") != (options.ClientSecret == "") {
		return nil, fmt.Errorf("set both ClientID and ClientSecret, or neither of them")
	}
	if options.ClientID != "" && options.Token != "" {
		return nil, fmt.Errorf("set ClientID and ClientSecret, or Token, and not both")
	}
	transport := newTransport(base.String(), options)
	operations, err := api.NewClientWithResponses(base.String(), api.WithHTTPClient(transport))
	if err != nil {
		return nil, err
	}
	return &Client{ClientWithResponses: operations, transport: transport}, nil
}

// FromEnvironment returns a client of MILLRACE_URL with MILLRACE_TOKEN, or MILLRACE_CLIENT_ID and MILLRACE_CLIENT_SECRET.
func FromEnvironment() (*Client, error) {
	options := Options{URL: os.Getenv("MILLRACE_URL"), Token: os.Getenv("MILLRACE_TOKEN")}
	if options.Token == "" {
		options.ClientID, options.ClientSecret = os.Getenv("MILLRACE_CLIENT_ID"), os.Getenv("MILLRACE_CLIENT_SECRET")
	}
	return New(options)
}

// Ptr returns a pointer to a value, for optional members.
func Ptr[T any](value T) *T { return &value }
