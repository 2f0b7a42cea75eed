// Package api has the operations of Millrace and their types. oapi-codegen makes it from the contract; only this file and its
// settings are written by hand.
package api

//go:generate go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -config oapi.yaml ../../../docs/openapi.json
